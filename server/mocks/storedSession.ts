import type { StoredSession } from "./scenarios.ts";
import type { MockKeys } from "./services/apiKey.ts";
import { accessTokenLife, beginSession, showSession } from "./services/sessions.ts";
import type { MockState } from "./services/state.ts";
import { findUser } from "./services/users.ts";

/**
 * A session just begun, as the auth service hands it out; `life` is how long its access token has to live, in seconds.
 * @throws Error when nobody has the address.
 */
export async function begunSession(
  state: MockState,
  of: string,
  { jwtSecret }: Pick<MockKeys, "jwtSecret">,
  life = accessTokenLife,
) {
  const user = findUser(state, of);
  if (!user) throw new Error(`Nobody here is called ${of}. Start afresh.`);
  return showSession(beginSession(state, user), user, jwtSecret, life);
}

/**
 * A session as an earlier visit would have left it in the browser.
 * @throws Error when nobody has the address.
 */
export async function createStoredSession(state: MockState, { of, state: kind }: StoredSession, keys: MockKeys) {
  const before = state.sessions.slice();
  const shown = await begunSession(state, of, keys, kind === "stale" || kind === "expired" ? -60 : accessTokenLife);
  if (kind === "expired" || kind === "revoked") state.sessions = before;
  return shown;
}
