import { begunSession, people, type SessionOptions } from "../../server/mocks/people.ts";
import type { MockState } from "../../server/mocks/services/state.ts";
import { storageKey } from "../auth/session.ts";

/** Leaves a session in the browser, as an earlier visit would have. */
export async function storeSession(
  state: MockState,
  { of = people.pending, ...options }: Partial<SessionOptions> = {},
): Promise<void> {
  localStorage.setItem(storageKey, JSON.stringify(await begunSession(state, { of, ...options })));
}
