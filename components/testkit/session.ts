import { mockKeys } from "../../server/mocks/backend.ts";
import { accessTokenLife, beginSession, showSession } from "../../server/mocks/auth/sessions.ts";
import { findUser } from "../../server/mocks/auth/users.ts";
import { people } from "../../server/mocks/people.ts";
import type { MockState } from "../../server/mocks/state.ts";
import { storageKey } from "../auth/session.ts";

export interface SessionOptions {
  of?: string;
  /** How long its access token has to live, in seconds. */
  life?: number;
  /** What it is signed with; another secret makes it a forgery. */
  jwtSecret?: string;
}

/** A session that the mocked backend has begun. @throws Error when nobody there has the address. */
export async function begunSession(state: MockState, { of = people.pending, life = accessTokenLife, jwtSecret = mockKeys.jwtSecret }: SessionOptions = {}) {
  const user = findUser(state, of);
  if (!user) throw new Error(`Nobody here is called ${of}.`);
  return showSession(beginSession(state, user), user, jwtSecret, life);
}

/** Leaves a session in the browser, as an earlier visit would have. */
export async function storeSession(state: MockState, options?: SessionOptions): Promise<void> {
  localStorage.setItem(storageKey, JSON.stringify(await begunSession(state, options)));
}
