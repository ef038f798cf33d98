import { readBody } from "../http/body.ts";
import { passwordBody, refreshBody, userBody, verifyBody } from "./bodies.ts";
import { AuthError, type AuthRoute, refusals } from "./call.ts";
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

const signInByPassword: AuthRoute = async ({ request, limits, clientAddress, uniformly, send }) => {
  const body = await readBody(request, passwordBody);
  await limits.sender(clientAddress);
  await limits.passwordOf(body.email, clientAddress);
  return uniformly(() => send({ path: "/token?grant_type=password", body }));
};

const refresh: AuthRoute = async ({ request, send }) =>
  send({ path: "/token?grant_type=refresh_token", body: await readBody(request, refreshBody) });

/** The form of every token: hex, with GoTrue's prefix for PKCE. */
const tokenForm = /^(?:pkce_)?[0-9a-f]{56,64}$/u;

/**
 * Spends the token of a mail link. A valid one is never refused; wrong ones are counted by client.
 * @throws ProblemError.
 */
export const verify: AuthRoute = async ({ request, limits, clientAddress, send }) => {
  const body = await readBody(request, verifyBody);
  const answer = tokenForm.test(body.token_hash)
    ? await send({ path: "/verify", body })
    : refusals.badLink().toResponse();
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
export const changeUser: AuthRoute = async ({ request, limits, clientAddress, uniformly, send }) => {
  const { password, data } = await readBody(request, userBody);
  const more = data ? { data } : {};
  if (password !== undefined) requireStrong(password);
  await limits.sender(clientAddress);
  if (password === undefined) return send({ path: "/user", body: more });
  await limits.newPassword(clientAddress);
  return uniformly(() => send({ path: "/user", body: { password, ...more } }));
};
