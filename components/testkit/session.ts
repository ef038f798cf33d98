import { begunSession, people, type SessionOptions } from "../../server/mocks/people.ts";
import type { MockState } from "../../server/mocks/services/state.ts";
import { storageKey } from "../auth/session.ts";

/** Stores a session in the browser, as if from an earlier visit. */
export async function storeSession(
  state: MockState,
  { of = people.pending, ...options }: Partial<SessionOptions> = {},
): Promise<void> {
  localStorage.setItem(storageKey, JSON.stringify(await begunSession(state, { of, ...options })));
}
