import { sign } from "hono/jwt";
import { applicationStatuses } from "../../server/contract/statuses.ts";
import type { Tables } from "../support/tables.ts";

/** The members of a JSON answer; `access_token` and `refresh_token` if it starts a session. */
export type Answer = Record<string, string>;

/** The interface that a recording uses to talk to a backend. */
export interface Visitor {
  /** Sends a call such as `POST otp` (below `/auth/v1/`) or `GET /rest/v1/…`, `as` the owner of an access token. */
  send(call: string, body?: unknown, as?: string, apikey?: string): Promise<Answer>;
  /** The token of the link in the last mail to an address. */
  mailed(to: string): { token_hash: string; type: string };
  tables: Tables;
  /** The secret that the backend signs access tokens with. */
  jwtSecret: string;
}

/** Its result is compared like the answers. */
export type Recording = (visitor: Visitor) => Promise<unknown>;

const email = "ada@example.com";
const password = "a-long-passphrase";
const nobody = "nobody@example.com";
const application = { name: "Ada", email, role: "other", reason: "x" } as const;
const byPassword = "POST token?grant_type=password";
const byRefreshToken = "POST token?grant_type=refresh_token";
const own = "GET /rest/v1/beta_applications?order=created_at.desc&select=";

/** Signs up, follows the link, sets the password as the confirmed owner, and returns the session. */
async function signUp({ send, mailed }: Visitor): Promise<{ access: string; refresh: string }> {
  await send("POST signup", { email, password, data: { name: "Ada" } });
  const { access_token: access = "", refresh_token: refresh = "" } = await send("POST verify", mailed(email));
  await send("PUT user", { password }, access);
  return { access, refresh };
}

/**
 * The calls that the product makes to auth and REST, and their refusals, grouped by subject; each group has its own backend.
 * Refusals by the guard are not recorded, because the same guard is in front of both. Nor are the form routes, which
 * tests/contract covers with one suite.
 */
export const recordings: Record<string, Recording> = {
  async "sign-up"({ send, mailed, tables }) {
    await send("POST signup", { email, password: "short" });
    await send("POST signup", { email, password });
    await send("POST signup", { email, password });
    await send(byPassword, { email, password });
    await send("POST verify", { type: "signup", token_hash: "0".repeat(64) });
    await send("POST verify", { ...mailed(email), type: "recovery" });
    await send("POST verify", mailed(email));
    await send("POST verify", mailed(email));
    await send(byPassword, { email, password });
    await tables.letTimePass();
    await send("POST signup", { email, password });
    await send("POST verify", mailed(email));
  },

  async "the session's life"(visitor) {
    const { send } = visitor;
    const { access, refresh } = await signUp(visitor);
    await send("GET user", undefined, access);
    const next = await send(byRefreshToken, { refresh_token: refresh });
    const again = await send(byRefreshToken, { refresh_token: refresh });
    await send(byRefreshToken, { refresh_token: "nonsense" });
    await send(byRefreshToken, { refresh_token: crypto.randomUUID() });
    await send("POST logout?scope=global", undefined, access);
    await send("GET user", undefined, access);
    await send(byRefreshToken, { refresh_token: next["refresh_token"] });
    await send("POST logout?scope=global", undefined, access);
    // A token that is used twice returns the newest session.
    return next["refresh_token"] === again["refresh_token"];
  },

  async "the scopes of sign-out"(visitor) {
    const { send } = visitor;
    const first = (await signUp(visitor)).access;
    const second = (await send(byPassword, { email, password }))["access_token"];
    await send("POST logout?scope=others", undefined, second);
    for (const as of [first, second]) await send("GET user", undefined, as);
    const third = (await send(byPassword, { email, password }))["access_token"];
    await send("POST logout?scope=local", undefined, second);
    for (const as of [second, third]) await send("GET user", undefined, as);
  },

  async "tokens not to be believed, and none"({ send, jwtSecret }) {
    const ids = { sub: crypto.randomUUID(), session_id: crypto.randomUUID() };
    const claims = { ...ids, aud: "authenticated", role: "authenticated", email, iat: 1, exp: 4_000_000_000 };
    const stranger = await sign(claims, jwtSecret);
    const expired = await sign({ ...claims, exp: 2 }, jwtSecret);
    const forged = await sign(claims, "another-secret-of-thirty-two-characters");
    for (const as of [stranger, expired, forged, undefined])
      for (const call of ["GET user", "POST logout?scope=local", `${own}status`]) await send(call, undefined, as);
    for (const call of ["GET user", `${own}status`]) await send(call, undefined, stranger, "");
  },

  async "the user's own account"(visitor) {
    const { send } = visitor;
    const { access } = await signUp(visitor);
    await send("PUT user", { data: { name: "Ada L." } }, access);
    await send("PUT user", { password }, access);
    await send("PUT user", { password: "another-passphrase" }, access);
    await send("PUT user", { data: {} });
    await send(byPassword, { email, password });
    await send(byPassword, { email: nobody, password });
    await send(byPassword, { email: "ADA@example.com", password: "another-passphrase" });
  },

  async "links by mail"(visitor) {
    const { send, mailed, tables } = visitor;
    await signUp(visitor);
    await send("POST recover", { email: nobody });
    await send("POST recover", { email });
    await tables.letTimePass();
    await send("POST recover", { email });
    await send("POST verify", mailed(email));
    await tables.letTimePass();
    await send("POST otp", { email: nobody });
    await tables.letTimePass();
    await send("POST otp", { email });
    const { token_hash } = mailed(email);
    for (const type of ["signup", "email", "email"]) await send("POST verify", { type, token_hash });
    await tables.addApplications([{ ...application, email: nobody }]);
    await tables.letTimePass();
    await send("POST otp", { email: nobody });
    await send("POST verify", mailed(nobody));
  },

  async "the user's own applications"(visitor) {
    const { send, tables } = visitor;
    const { access } = await signUp(visitor);
    await send(`${own}status&limit=100`, undefined, access);
    const days = { pending: 2, accepted: 1, declined: 3 };
    for (const status of applicationStatuses)
      await tables.addApplications([{ ...application, status, created_at: `2026-01-0${days[status]}T00:00:00+00:00` }]);
    await tables.addApplications([{ ...application, email: nobody }]);
    for (const query of ["status&limit=100", "email,status,created_at", "created_at&limit=1", "email&limit=0"])
      await send(`${own}${query}`, undefined, access);
  },
};
