import { mockKeys } from "../../server/mocks/backend.ts";
import { people } from "../../server/mocks/people.ts";
import type { MockState } from "../../server/mocks/services/state.ts";
import { begunSession } from "../../server/mocks/storedSession.ts";
import { storageKey } from "../auth/session.ts";

export interface SessionOptions {
  of?: string;
  /** How long its access token has to live, in seconds. */
  life?: number;
  /** What it is signed with; another secret makes it a forgery. */
  jwtSecret?: string;
}

/** Leaves a session in the browser, as an earlier visit would have. */
export async function storeSession(
  state: MockState,
  { of = people.pending, life, jwtSecret = mockKeys.jwtSecret }: SessionOptions = {},
): Promise<void> {
  localStorage.setItem(storageKey, JSON.stringify(await begunSession(state, of, { jwtSecret }, life)));
}
