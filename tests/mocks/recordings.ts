import { signJwt } from "../../server/mocks/jwt.ts";
import { testKeys } from "../support/postgres.setup.ts";
import type { Recorder } from "./recording.ts";

const auth = "/auth/v1";
const email = "ada@example.com";
const password = "a-long-passphrase";
const post = (body: unknown) => ({ method: "POST", body });

/** Signs up, follows the link, sets the password as the confirmed owner, and gives the session. */
async function signUp({ send, token }: Recorder): Promise<{ access: string; refresh: string }> {
  await send(`${auth}/signup`, post({ email, password, data: { name: "Ada" } }));
  const session = await send(`${auth}/verify`, post(token(email)));
  const access = String(session["access_token"]);
  await send(`${auth}/user`, { method: "PUT", body: { password }, as: access });
  return { access, refresh: String(session["refresh_token"]) };
}

/** Empties the buckets, as time does. */
const letTimePass = ({ send }: Recorder) => send("/rest/v1/rate_limits?key=gt.a", { method: "DELETE", service: true });

/** Requests that the product makes, and their failures, by what they are about. Each runs against a backend of its own. */
export const recordings: Record<string, (recorder: Recorder) => Promise<unknown>> = {
  async "sign-up"(recorder) {
    const { send, token } = recorder;
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
    await letTimePass(recorder);
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
    const stranger = await signJwt(claims, testKeys.jwtSecret);
    const expired = await signJwt({ ...claims, exp: 2 }, testKeys.jwtSecret);
    const forged = await signJwt(claims, "another-secret-of-thirty-two-characters");
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
    const { send, token } = recorder;
    await signUp(recorder);
    await send(`${auth}/recover`, post({ email: "nobody@example.com" }));
    await send(`${auth}/recover`, post({ email }));
    await letTimePass(recorder);
    await send(`${auth}/recover`, post({ email }));
    await send(`${auth}/verify`, post(token(email)));
    await letTimePass(recorder);
    await send(`${auth}/otp`, post({ email: "nobody@example.com", create_user: false }));
    await send(`${auth}/otp`, post({ email: "nope" }));
    await send(`${auth}/otp`, post({ email }));
    const { token_hash } = token(email);
    await send(`${auth}/verify?token=x&type=magiclink`);
    await send(`${auth}/verify`, post({ type: "email", token_hash }));
    await send(`${auth}/verify`, post({ type: "email", token_hash }));
  },

  async "the link of an applicant without an account"({ send, token }) {
    const application = { name: "Ada", role: "other", reason: "x", email };
    await send("/rest/v1/beta_applications", { method: "POST", body: application, service: true });
    await send(`${auth}/otp`, post({ email }));
    await send(`${auth}/verify`, post(token(email)));
    await send(`${auth}/otp`, post({ email: "nobody@example.com" }));
  },

  async keys({ send }) {
    for (const apikey of ["", "sb_publishable_wrong"]) {
      await send("/rest/v1/waitlist", { headers: { apikey } });
      await send(`${auth}/user`, { headers: { apikey } });
    }
  },

  async "table calls of the form routes"({ send }) {
    const table = "/rest/v1/waitlist";
    const insert = (body: unknown, prefer?: string) =>
      send(table, { method: "POST", body, service: true, ...(prefer ? { headers: { prefer } } : {}) });
    await insert({ email, notified: false });
    await insert({ email, notified: false });
    await insert({ email: "Not@Normal.example" });
    await insert({ notified: true, email: null });
    await insert({ email: "a@example.com", nonsense: 1 });
    await insert({ email: "b@example.com" }, "return=representation");
    await insert([{ email: "c@example.com" }, { email }], "return=minimal");
    await insert([{ email: "c@example.com" }, { email: "d@example.com" }], "return=minimal");
    await send(`${table}?select=email&email=eq.${encodeURIComponent(email)}&limit=1`, { service: true });
    await send(`${table}?select=email&email=eq.nobody%40example.com&limit=1`, { service: true });
    await send(`${table}?order=email.desc&limit=2`, { service: true });
    await send(`${table}?select=nonsense`, { service: true });
    await send(`${table}?nonsense=eq.1`, { service: true });
    await send(`${table}?email=eq.b%40example.com`, { method: "PATCH", body: { notified: true }, service: true });
    await send(`${table}?email=eq.b%40example.com&select=email,notified`, {
      method: "PATCH",
      body: { notified: false },
      service: true,
      headers: { prefer: "return=representation" },
    });
    for (const unsubscribed_at of ["2026-05-04T12:00:00Z", null]) {
      await send(`${table}?email=eq.b%40example.com&unsubscribed_at=is.null&select=email`, { service: true });
      await send(`${table}?email=eq.b%40example.com&unsubscribed_at=not.is.null&select=email,notified`, {
        method: "PATCH",
        body: { notified: true, unsubscribed_at },
        service: true,
        headers: { prefer: "return=representation" },
      });
      await send(`${table}?email=eq.b%40example.com`, { method: "PATCH", body: { unsubscribed_at }, service: true });
    }
    await send(`${table}?email=eq.b%40example.com`, { method: "DELETE", service: true });
    await send(`${table}?select=email&order=email`, { service: true });
    await send(table, { method: "POST", service: true });
  },

  async "functions of the form routes"({ send }) {
    const call = (name: string, body: unknown) => send(`/rest/v1/rpc/${name}`, { method: "POST", body, service: true });
    const solution = { solution_hash: "b".repeat(64), solution_expires_at: "2030-01-01T00:00:00Z" };
    await call("spend_captcha", solution);
    await call("spend_captcha", solution);
    await call("spend_captcha", { ...solution, solution_hash: "nonsense" });
    const bucket = { bucket: `waitlist:${"b".repeat(64)}`, burst: 2, seconds_per_request: 90 };
    for (let attempt = 0; attempt < 4; attempt++) await call("take_rate_limit", bucket);
  },

  async "who may do what"(recorder) {
    const { send } = recorder;
    const { access } = await signUp(recorder);
    const application = { name: "Ada", role: "other", reason: "x" };
    await send("/rest/v1/beta_applications", {
      method: "POST",
      body: [
        { ...application, email },
        { ...application, email: "other@example.com" },
      ],
      service: true,
    });
    for (const caller of [{}, { as: access }]) {
      for (const [table, key] of [
        ["waitlist", "email"],
        ["beta_applications", "email"],
        ["spent_captchas", "hash"],
        ["rate_limits", "key"],
        ["erasures", "removed"],
      ] as const) {
        await send(`/rest/v1/${table}`, { method: "POST", body: { [key]: "x" }, ...caller });
        await send(`/rest/v1/${table}`, caller);
        await send(`/rest/v1/${table}`, { method: "PATCH", body: { [key]: "x" }, ...caller });
        await send(`/rest/v1/${table}`, { method: "DELETE", ...caller });
      }
      await send("/rest/v1/rpc/spend_captcha", {
        method: "POST",
        body: { solution_hash: "c".repeat(64), solution_expires_at: "2030-01-01T00:00:00Z" },
        ...caller,
      });
      await send("/rest/v1/rpc/take_rate_limit", {
        method: "POST",
        body: { bucket: "x", burst: 1, seconds_per_request: 1 },
        ...caller,
      });
    }
    await send("/rest/v1/beta_applications?select=status&order=created_at.desc&limit=100", { as: access });
  },
};
