import type { MockKeys } from "./apiKey.ts";
import { accessTokenLife, beginSession, showSession } from "./auth/sessions.ts";
import { findUser } from "./auth/users.ts";
import type { StoredSession } from "./scenarios.ts";
import type { MockState } from "./state.ts";

/**
 * A session as an earlier visit would have left it in the browser.
 * @throws Error when nobody has the address.
 */
export async function createStoredSession(state: MockState, { of, state: kind }: StoredSession, { jwtSecret }: MockKeys) {
  const user = findUser(state, of);
  if (!user) throw new Error(`Nobody here is called ${of}. Start afresh.`);
  const session = beginSession(state, user);
  const shown = await showSession(session, user, jwtSecret, kind === "stale" || kind === "expired" ? -60 : accessTokenLife);
  if (kind === "expired" || kind === "revoked") state.sessions = state.sessions.filter((other) => other !== session);
  return shown;
}
