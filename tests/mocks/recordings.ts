import { sign } from "hono/jwt";
import { testKeys } from "../support/postgres.setup.ts";
import type { Recorder } from "./recording.ts";

const auth = "/auth/v1";
const email = "ada@example.com";
const password = "a-long-passphrase";
const application = { name: "Ada", role: "other", reason: "x" } as const;
const post = (body: unknown) => ({ method: "POST", body });

/** Signs up, follows the link, sets the password as the confirmed owner, and gives the session. */
async function signUp({ send, token }: Recorder): Promise<{ access: string; refresh: string }> {
  await send(`${auth}/signup`, post({ email, password, data: { name: "Ada" } }));
  const session = await send(`${auth}/verify`, post(token(email)));
  const access = String(session["access_token"]);
  await send(`${auth}/user`, { method: "PUT", body: { password }, as: access });
  return { access, refresh: String(session["refresh_token"]) };
}

/** Requests that the product makes, and their failures, by what they are about. Each runs against a backend of its own. */
export const recordings: Record<string, (recorder: Recorder) => Promise<unknown>> = {
  async "sign-up"({ send, token, tables }) {
    for (const body of [{}, { email }, { email: "nope", password }, { email, password: "short" }, null, [], 7, "x"])
      await send(`${auth}/signup`, post(body));
    await send(`${auth}/signup`, post({ email, password: "password1" }));
    await send(`${auth}/signup`, post({ email, password, data: { name: "Ada" } }));
    await send(`${auth}/signup`, post({ email, password }));
    await send(`${auth}/token?grant_type=password`, post({ email, password }));
    const { token_hash } = token(email);
    await send(`${auth}/verify`, post({ type: "signup", token_hash: "0".repeat(64) }));
    await send(`${auth}/verify`, post({ type: "nonsense", token_hash }));
    await send(`${auth}/verify`, post({ type: "recovery", token_hash }));
    await send(`${auth}/verify`, post({ type: "signup", email, token: "000000" }));
    await send(`${auth}/verify`, post({ type: "signup", token_hash }));
    await send(`${auth}/verify`, post({ type: "signup", token_hash }));
    await send(`${auth}/token?grant_type=password`, post({ email, password }));
    await tables.letTimePass();
    await send(`${auth}/signup`, post({ email, password }));
    await send(`${auth}/verify`, post(token(email)));
  },

  async "sign-in by password"(recorder) {
    const { send } = recorder;
    await signUp(recorder);
    await send(`${auth}/token?grant_type=password`, post({ email, password: "wrong" }));
    await send(`${auth}/token?grant_type=password`, post({ email: "nobody@example.com", password }));
    await send(`${auth}/token?grant_type=nonsense`, post({}));
    await send(`${auth}/token?grant_type=password`, post({ email: "ADA@example.com", password }));
  },

  async "the session's life"(recorder) {
    const { send } = recorder;
    const { access, refresh } = await signUp(recorder);
    await send(`${auth}/user`, { as: access });
    const next = await send(`${auth}/token?grant_type=refresh_token`, post({ refresh_token: refresh }));
    const again = await send(`${auth}/token?grant_type=refresh_token`, post({ refresh_token: refresh }));
    recorder.lines.push(`a token used twice gives the newest: ${next["refresh_token"] === again["refresh_token"]}`);
    await send(`${auth}/token?grant_type=refresh_token`, post({ refresh_token: "nonsense" }));
    await send(`${auth}/token?grant_type=refresh_token`, post({ refresh_token: crypto.randomUUID() }));
    await send(`${auth}/token?grant_type=refresh_token`, post({}));
    await send(`${auth}/logout?scope=global`, { method: "POST", as: access });
    await send(`${auth}/user`, { as: access });
    await send(`${auth}/token?grant_type=refresh_token`, post({ refresh_token: String(next["refresh_token"]) }));
    await send(`${auth}/logout?scope=global`, { method: "POST", as: access });
  },

  async "the scopes of sign-out"(recorder) {
    const { send } = recorder;
    const first = await signUp(recorder);
    const signIn = async () =>
      String((await send(`${auth}/token?grant_type=password`, post({ email, password })))["access_token"]);
    const second = await signIn();
    await send(`${auth}/logout?scope=others`, { method: "POST", as: second });
    await send(`${auth}/user`, { as: first.access });
    await send(`${auth}/user`, { as: second });
    const third = await signIn();
    await send(`${auth}/logout?scope=local`, { method: "POST", as: second });
    await send(`${auth}/user`, { as: second });
    await send(`${auth}/user`, { as: third });
  },

  async "tokens not to be believed"({ send }) {
    const claims = {
      sub: crypto.randomUUID(),
      aud: "authenticated",
      role: "authenticated",
      email,
      session_id: crypto.randomUUID(),
      iat: 1,
      exp: 4_000_000_000,
    };
    const stranger = await sign(claims, testKeys.jwtSecret);
    const expired = await sign({ ...claims, exp: 2 }, testKeys.jwtSecret);
    const forged = await sign(claims, "another-secret-of-thirty-two-characters");
    for (const as of [stranger, expired, forged, undefined]) await send(`${auth}/user`, as === undefined ? {} : { as });
    for (const as of [expired, forged]) await send("/rest/v1/beta_applications?select=status", { as });
  },

  async "the user's own account"(recorder) {
    const { send } = recorder;
    const { access: as } = await signUp(recorder);
    await send(`${auth}/user`, { method: "PUT", body: { data: { name: "Ada L." } }, as });
    await send(`${auth}/user`, { method: "PUT", body: { password: "short" }, as });
    await send(`${auth}/user`, { method: "PUT", body: { password }, as });
    await send(`${auth}/user`, { method: "PUT", body: { password: "another-passphrase" }, as });
    await send(`${auth}/user`, { method: "PUT", body: { data: {} } });
    await send(`${auth}/token?grant_type=password`, post({ email, password }));
    await send(`${auth}/token?grant_type=password`, post({ email, password: "another-passphrase" }));
  },

  async "links by mail"(recorder) {
    const { send, token, tables } = recorder;
    await signUp(recorder);
    await send(`${auth}/recover`, post({ email: "nobody@example.com" }));
    await send(`${auth}/recover`, post({ email }));
    await tables.letTimePass();
    await send(`${auth}/recover`, post({ email }));
    await send(`${auth}/verify`, post(token(email)));
    await tables.letTimePass();
    await send(`${auth}/otp`, post({ email: "nobody@example.com", create_user: false }));
    await send(`${auth}/otp`, post({ email: "nope" }));
    await send(`${auth}/otp`, post({ email }));
    const { token_hash } = token(email);
    await send(`${auth}/verify?token=x&type=magiclink`);
    await send(`${auth}/verify`, post({ type: "email", token_hash }));
    await send(`${auth}/verify`, post({ type: "email", token_hash }));
  },

  async "the link of an applicant without an account"({ send, token, tables }) {
    await tables.addApplications([{ ...application, email }]);
    await send(`${auth}/otp`, post({ email }));
    await send(`${auth}/verify`, post(token(email)));
    await send(`${auth}/otp`, post({ email: "nobody@example.com" }));
  },

  async keys({ send }) {
    for (const apikey of ["", "sb_publishable_wrong"]) {
      await send("/rest/v1/beta_applications", { headers: { apikey } });
      await send(`${auth}/user`, { headers: { apikey } });
    }
  },

  async "what others may do: nothing but their own applications"(recorder) {
    const { send, tables } = recorder;
    const { access } = await signUp(recorder);
    await tables.addApplications([{ ...application, email: "other@example.com" }]);
    for (const caller of [{}, { as: access }])
      for (const path of ["waitlist", "beta_applications", "rate_limits", "rpc/join_waitlist"]) {
        for (const method of ["POST", "PATCH"]) await send(`/rest/v1/${path}`, { method, body: {}, ...caller });
        for (const method of ["GET", "DELETE", "HEAD"]) await send(`/rest/v1/${path}`, { method, ...caller });
      }
  },

  async "the user's own applications"(recorder) {
    const { send, tables } = recorder;
    const { access: as } = await signUp(recorder);
    const own = (query: string) => send(`/rest/v1/beta_applications?${query}`, { as });
    await own("select=status&order=created_at.desc&limit=100");
    for (const [day, status, company] of [
      [3, "declined", null],
      [1, "accepted", "Analytical Engines"],
      [2, "accepted", null],
    ] as const)
      await tables.addApplications([
        { ...application, email, status, company, created_at: `2026-01-0${day}T00:00:00+00:00` },
      ]);
    await tables.addApplications([{ ...application, email: "other@example.com" }]);
    for (const query of [
      "select=status&order=created_at.desc&limit=100",
      "select=*&order=created_at",
      "select=status,company&order=status.desc,created_at.asc&limit=2",
      "select=company&order=company",
      "select=company&order=company.desc",
      "select=created_at&order=created_at.desc&limit=1",
      "select=email&status=eq.accepted",
      "select=email&status=eq.nonsense",
      `select=status&order=created_at&email=eq.${email}`,
      "select=email&email=eq.other@example.com",
      "limit=0",
      "select=nonsense",
      "order=nonsense",
      "or=(a.eq.b)",
    ])
      await own(query);
  },
};
