import { readBody } from "../lib/body.ts";
import { AuthError, refusals } from "./authError.ts";
import { passwordBody, refreshBody, userBody, verifyBody } from "./bodies.ts";
import { type AuthRoute, errorCode } from "./call.ts";
import { requireStrong } from "./passwords.ts";

/**
 * Begins a session by password, or continues one by its refresh token. @throws AuthError `invalid_credentials`,
 * ProblemError.
 */
export const token: AuthRoute = async (call) => {
  const grants: Record<string, AuthRoute> = { password: signInByPassword, refresh_token: refresh };
  const [grant = "", ...more] = call.url.searchParams.getAll("grant_type");
  const route = Object.hasOwn(grants, grant) && more.length === 0 ? grants[grant] : undefined;
  if (!route) throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  return route(call);
};

const signInByPassword: AuthRoute = async ({ request, limits, clientAddress, alike, send }) => {
  const body = await readBody(request, passwordBody);
  await limits.sender(clientAddress);
  await limits.passwordOf(body.email, clientAddress);
  return alike(async () => {
    const answer = await send({ path: "/token?grant_type=password", body });
    // @supabase/lite reveals this before it checks the password.
    if ((await errorCode(answer)) === "email_not_confirmed") throw refusals.wrongCredentials();
    return answer;
  });
};

/** The last renewal with each token, until it is answered. */
const renewals = new Map<string, Promise<unknown>>();

/**
 * Continues a session. Renewals with one token come one after the other, as from the tabs that a browser opens again: @supabase/lite
 * refuses one that reaches it between revoking the token and storing the next, and supabase-js then signs all tabs out.
 */
const refresh: AuthRoute = async ({ request, send }) => {
  const body = await readBody(request, refreshBody);
  const key = body.refresh_token;
  const before = renewals.get(key) ?? Promise.resolve();
  const answer = before.then(() => send({ path: "/token?grant_type=refresh_token", body }));
  const done = answer.catch(() => undefined);
  renewals.set(key, done);
  void done.then(() => renewals.get(key) === done && renewals.delete(key));
  return answer;
};

/** The form of every token: hex, with GoTrue's prefix for PKCE. */
const tokenForm = /^(?:pkce_)?[0-9a-f]{56,64}$/u;

/**
 * Spends the token of a mail link. A valid one is never refused; wrong ones are counted by client (docs/decisions/0147).
 * @throws ProblemError.
 */
export const verify: AuthRoute = async ({ request, limits, clientAddress, send }) => {
  const { type, token_hash } = await readBody(request, verifyBody);
  // @supabase/lite knows `email` by an older name, under which it finds both of its kinds of links.
  const body = { type: type === "email" ? "magiclink" : type, token_hash };
  const answer = tokenForm.test(token_hash) ? await send({ path: "/verify", body }) : refusals.badLink().toResponse();
  if (!answer.ok) await limits.sender(clientAddress);
  return answer;
};

/**
 * Ends sessions. Only ending others can be repeated, with a line in the service's records each time, so it is counted by client.
 * @throws AuthError `validation_failed` for an unknown scope, ProblemError.
 */
export const logout: AuthRoute = async ({ url, limits, clientAddress, send }) => {
  const scope = url.searchParams.get("scope") ?? "global";
  if (!["global", "local", "others"].includes(scope))
    throw new AuthError(400, "validation_failed", `Unsupported logout scope "${scope}"`);
  if (scope === "others") await limits.sender(clientAddress);
  return send({ path: `/logout?scope=${scope}` });
};

/** Returns the signed-in user. */
export const showUser: AuthRoute = ({ send }) => send({ path: "/user" });

/** Changes a password or a name, never an address. A new password ends the account's other sessions. */
export const changeUser: AuthRoute = async ({ request, limits, clientAddress, send }) => {
  const { password, data } = await readBody(request, userBody);
  const more = data ? { data } : {};
  if (password !== undefined) requireStrong(password);
  await limits.sender(clientAddress);
  if (password === undefined) return send({ path: "/user", body: more });
  await limits.newPassword(clientAddress);
  const answer = await send({ path: "/user", body: { password, ...more } });
  if (!answer.ok) return answer;
  // GoTrue does this itself, @supabase/lite does not: whoever was signed in with the old password would stay so.
  const ended = await send({ method: "POST", path: "/logout?scope=others" });
  return ended.ok ? answer : ended;
};
