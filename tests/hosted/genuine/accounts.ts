import * as v from "valibot";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";
import { inShort } from "../../support/authCalls.ts";
import { mailedToken, testPassword, tokensOf } from "../../support/users.ts";
import { startGoTrue } from "./gotrue.ts";
import type { Project } from "./project.ts";

const freshAddress = () => `${crypto.randomUUID()}@example.com`;
const userBody = v.object({ id: v.string(), email: v.string(), user_metadata: v.record(v.string(), v.unknown()) });
const password = "token?grant_type=password";
const renewal = "token?grant_type=refresh_token";

/** Tests accounts and sessions over HTTP, with nothing of ours in front of GoTrue but the database's triggers. */
export function describeAccountsOf(projectOf: () => Project) {
  let project: Project;
  beforeAll(() => {
    project = projectOf();
  });
  beforeEach(() => project.takeAddress());

  /** Calls the auth service, by default the project's. */
  const call = (method: string, path: string, body?: object, token?: string, base = `${project.api}/auth/v1`) =>
    fetch(`${base}/${path}`, {
      method,
      redirect: "manual",
      headers: {
        apikey,
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const post = (path: string, body: object, token?: string) => call("POST", path, body, token);
  const answer = async (...given: Parameters<typeof call>) => inShort(await call(...given));
  const sql = <T extends object>(text: string, values: unknown[] = []) =>
    withClient(project.databaseUrl, async (client) => (await client.query<T>(text, values)).rows);

  /** Skips the minute in which GoTrue mails an address no second time. */
  const letMinutePass = (email: string) =>
    sql("update auth.users set confirmation_sent_at = null, recovery_sent_at = null where email = $1", [email]);

  /** Follows the newest mail's link to an address, and returns the session. */
  const follow = async (email: string) =>
    tokensOf(await (await post("verify", mailedToken(project.mails, email))).json());
  /** Makes an account whose owner has confirmed it and set the password, and returns its session. */
  const signUp = async (email = freshAddress()) => {
    await post("signup", { email, password: testPassword });
    const session = await follow(email);
    await call("PUT", "user", { password: testPassword }, session.access_token);
    return { email, ...session };
  };
  const signIn = async (email: string) =>
    tokensOf(await (await post(password, { email, password: testPassword })).json());
  /** Skips some time in the renewals of all sessions. */
  const pass = (time: string) => sql("update auth.refresh_tokens set updated_at = updated_at - $1::interval", [time]);
  const renew = (refresh_token: string) => answer("POST", renewal, { refresh_token });
  const userOf = (token: string) => answer("GET", "user", undefined, token);

  it.each([
    {
      path: "signup",
      kind: "signup",
      of: "a new address",
      body: { password: testPassword, data: { chose_password: true } },
    },
    { path: "otp", kind: "magiclink", of: "a new address", body: {} },
    { path: "otp", kind: "magiclink", of: "an account", body: {} },
    { path: "recover", kind: "recovery", of: "an account", body: {} },
  ] as const)("mails for $path of $of the embedded stack's mail", async ({ path, kind, of, body }) => {
    const email = of === "an account" ? (await signUp()).email : freshAddress();
    await letMinutePass(email);
    await post(path, { email, ...body });
    const { subject, text } = project.mails.findLast(({ to }) => to === email) ?? { subject: "", text: "" };
    const { token_hash: token, type } = mailedToken(project.mails, email);
    const expected = renderMessage(kind, { site: project.site, token });
    const lines = token.match(/.{1,24}/gu)?.join("<br/>") ?? "";
    const alike = (html: string) =>
      html
        .replaceAll(/<!--.*?-->|<!DOCTYPE[^>]*>/gsu, "")
        // Spaces fill the preheader up to a length that counts the template's choices.
        .replaceAll(/<div>[\s\u00a0\u200b-\u200f\ufeff]+<\/div>/gu, "")
        .replaceAll("&amp;", "&")
        .trim();
    expect(subject).toBe(expected.subject);
    expect(alike(text)).toBe(alike(expected.html.replaceAll(lines, token).replaceAll(`type=${kind}`, `type=${type}`)));
  });

  describe("a session", () => {
    it("goes on by each new refresh token, and once more by the last, as when an answer was lost", async () => {
      const first = await signUp();
      const next = async (refresh_token: string) => tokensOf(await (await post(renewal, { refresh_token })).json());
      const second = await next(first.refresh_token);
      expect((await next(first.refresh_token)).refresh_token).toBe(second.refresh_token);
      const third = await next(second.refresh_token);
      // Long after, somebody uses a copied token. All of the session's tokens are used up then, but each of
      // them counts for ten seconds as if it were the only one.
      await pass("1 hour");
      expect(await renew(first.refresh_token)).toBe("400 refresh_token_already_used");
      await pass("1 minute");
      expect(await renew(third.refresh_token)).toBe("400 refresh_token_already_used");
    });

    it("goes on in two tabs that renew it at the same time", async () => {
      const { refresh_token } = await signUp();
      const answers = await Promise.all(Array.from({ length: 4 }, () => renew(refresh_token)));
      expect(answers.filter((one) => one !== "200" && !one.startsWith("409"))).toEqual([]);
      expect(answers).toContain("200");
    });

    it("ends here, elsewhere or everywhere", async () => {
      const { email, access_token: first } = await signUp();
      const [second, third] = [await signIn(email), await signIn(email)];
      const all = () => Promise.all([first, second.access_token, third.access_token].map(userOf));
      const ended = "403 session_not_found";
      expect(await answer("POST", "logout?scope=local", undefined, first)).toBe("204");
      expect(await all()).toEqual([ended, "200", "200"]);
      expect(await answer("POST", "logout?scope=others", undefined, second.access_token)).toBe("204");
      expect(await all()).toEqual([ended, "200", ended]);
      expect(await renew(third.refresh_token)).toBe("400 refresh_token_not_found");
      expect(await answer("POST", "logout?scope=global", undefined, second.access_token)).toBe("204");
      expect(await all()).toEqual([ended, ended, ended]);
    });

    it("is the only one left after a change of the password", async () => {
      const { email, access_token } = await signUp();
      const other = await signIn(email);
      expect(await answer("PUT", "user", { password: "another-passphrase" }, access_token)).toBe("200");
      expect([await userOf(access_token), await userOf(other.access_token)]).toEqual(["200", "403 session_not_found"]);
    });

    it("sets a password at any age, and asks for a code of the mail first where the dashboard's switch is on", async () => {
      const { email, access_token } = await signUp();
      await sql("update auth.sessions set created_at = created_at - interval '2 days'");
      expect(await answer("PUT", "user", { password: "another-passphrase" }, access_token)).toBe("200");
      const strict = await startGoTrue(project.options, { security_update_password_require_reauthentication: true });
      const change = (body: object) => answer("PUT", "user", body, access_token, strict.url);
      expect(await change({ password: testPassword })).toBe("400 reauthentication_needed");
      expect(await answer("GET", "reauthenticate", undefined, access_token)).toBe("200");
      const [nonce] = /\d{10}/u.exec(project.mails.findLast(({ to }) => to === email)?.text ?? "") ?? [];
      expect(await change({ password: testPassword, nonce: "0000000000" })).toMatch(/^4/u);
      expect(await change({ password: testPassword, nonce })).toBe("200");
      await strict.stop();
    });
  });

  describe("an account", () => {
    it("keeps nothing of a person who signed up with another's address before its owner followed the link", async () => {
      const email = freshAddress();
      await post("signup", { email, password: "the stranger's", data: { name: "Mallory", chose_password: true } });
      const signingIn = (text: string) => answer("POST", password, { email, password: text });
      expect(await signingIn("the stranger's")).toBe("400 email_not_confirmed");
      expect(await signingIn("another one")).toBe("400 invalid_credentials");
      const session = await post("verify", mailedToken(project.mails, email));
      const { access_token, user } = v.parse(
        v.object({ access_token: v.string(), user: userBody }),
        await session.json(),
      );
      expect(user.user_metadata).toEqual({
        sub: user.id,
        email,
        email_verified: true,
        phone_verified: false,
        chose_password: true,
      });
      expect(await signingIn("the stranger's")).toBe("400 invalid_credentials");
      expect(await answer("PUT", "user", { password: "the owner's own", data: { name: "Ada" } }, access_token)).toBe(
        "200",
      );
      expect(await signingIn("the owner's own")).toBe("200");
    });

    it("never gets another address, whatever its mails say", async () => {
      const { email, access_token } = await signUp();
      const wanted = freshAddress();
      const changed = await call("PUT", "user", { email: wanted }, access_token);
      expect(changed.status).toBe(200);
      expect(await answer("PUT", "user", { email: wanted }, access_token)).toBe("429 over_email_send_rate_limit");
      const links = [email, wanted].map(
        (to) =>
          /https?:[^"\s]+token=[^"\s]+/u.exec(project.mails.findLast((mail) => mail.to === to)?.text ?? "")?.[0] ?? "",
      );
      // The links are opened one after the other: GoTrue keeps them apart, and accepts the first.
      const ends = [];
      for (const link of links) ends.push((await fetch(link, { redirect: "manual" })).headers.get("location"));
      expect(ends).toEqual([expect.stringContaining("#message="), expect.stringContaining("#error=server_error")]);
      const user = v.parse(
        v.looseObject({ email: v.string() }),
        await (await call("GET", "user", undefined, access_token)).json(),
      );
      expect([user.email, user["new_email"]]).toEqual([email, undefined]);
      await project.supabase.rpc("erase_person", { person: wanted }).throwOnError();
      expect(await sql("select from auth.one_time_tokens where relates_to = $1", [wanted])).toEqual([]);
      const moved = await project.supabase.auth.admin.updateUserById(String(user["id"]), { email: wanted });
      expect(moved.error?.status).toBe(500);
    });

    it("that an admin creates keeps its password, which signs in at once", async () => {
      const email = freshAddress();
      const { admin } = project.supabase.auth;
      await admin.createUser({ email, password: testPassword, email_confirm: true, user_metadata: { name: "Ada" } });
      const { user } = v.parse(
        v.object({ user: userBody }),
        await (await post(password, { email, password: testPassword })).json(),
      );
      expect(user.user_metadata).toMatchObject({ name: "Ada" });
    });

    it("that an admin invites is confirmed by the invitation's link", async () => {
      const email = freshAddress();
      const { error } = await project.supabase.auth.admin.inviteUserByEmail(email);
      expect(error).toBeNull();
      const { text } = project.mails.findLast(({ to }) => to === email) ?? { text: "" };
      const [link = ""] = /https?:[^"\s]+token=[^"\s]+/u.exec(text) ?? [];
      const { headers } = await fetch(link, { redirect: "manual" });
      expect(headers.get("location")).toContain(`${project.site}#access_token=`);
    });

    it("that an admin's link makes is confirmed by the next link, too, as when a mail is sent once more", async () => {
      const email = freshAddress();
      const make = async () => {
        const { data } = await project.supabase.auth.admin.generateLink({ type: "magiclink", email });
        return { type: data.properties?.verification_type, token_hash: data.properties?.hashed_token };
      };
      expect(await make()).toMatchObject({ type: "signup" });
      const next = await make();
      expect(next).toMatchObject({ type: "magiclink" });
      expect([await answer("POST", "verify", next), await answer("POST", "verify", next)]).toEqual([
        "200",
        "403 otp_expired",
      ]);
    });

    it("that an admin bans is refused everywhere until the ban ends, and one that an admin deletes is gone", async () => {
      const { email, access_token, refresh_token } = await signUp();
      const id = v.parse(userBody, await (await call("GET", "user", undefined, access_token)).json()).id;
      const { admin } = project.supabase.auth;
      await sql("update auth.users set confirmation_sent_at = null, recovery_sent_at = null where id = $1", [id]);
      await post("otp", { email });
      const link = mailedToken(project.mails, email);
      await admin.updateUserById(id, { ban_duration: "1h" });
      expect(await answer("POST", password, { email, password: testPassword })).toBe("400 user_banned");
      expect(await userOf(access_token)).toBe("403 user_banned");
      expect(await renew(refresh_token)).toBe("400 user_banned");
      expect(await answer("POST", "verify", link)).toBe("403 user_banned");
      await admin.updateUserById(id, { ban_duration: "none" });
      expect(await userOf(access_token)).toBe("200");
      expect((await admin.deleteUser(id)).error).toBeNull();
      expect(await userOf(access_token)).toBe("403 user_not_found");
      expect(await renew(refresh_token)).toBe("400 refresh_token_not_found");
      expect(await answer("POST", password, { email, password: testPassword })).toBe("400 invalid_credentials");
    });

    it("is shown whole, and erased with all that GoTrue keeps of it", async () => {
      const { email } = await signUp();
      await letMinutePass(email);
      await post("recover", { email });
      const left = async () => {
        const found = await sql<{ name: string }>(
          `select 'users' as name from auth.users where email = $1
           union all select 'identities' from auth.identities where email = $1
           union all select 'tokens' from auth.one_time_tokens where relates_to = $1
           union all select 'records' from auth.audit_log_entries where payload::text like '%' || $1 || '%'`,
          [email],
        );
        return [...new Set(found.map(({ name }) => name))];
      };
      expect(await left()).toEqual(["users", "identities", "tokens", "records"]);
      const { data } = await project.supabase.rpc("person_data", { person: email }).throwOnError();
      expect(data).toMatchObject({ accounts: [{ confirmed_at: expect.any(String) }] });
      await project.supabase.rpc("erase_person", { person: email }).throwOnError();
      expect(await left()).toEqual([]);
    });

    it("that nobody confirmed is erased after a while, and no other", async () => {
      const [forgotten, recent, used] = [freshAddress(), freshAddress(), await signUp()];
      for (const email of [forgotten, recent]) await post("signup", { email, password: testPassword });
      await sql(
        `update auth.users set created_at = now() - interval '60 days', updated_at = now() - interval '60 days',
           confirmation_sent_at = now() - interval '60 days' where email = any ($1)`,
        [[forgotten, used.email]],
      );
      const untouched_since = new Date(Date.now() - 30 * 86_400_000).toISOString();
      const after_id = "00000000-0000-0000-0000-000000000000";
      await project.supabase.rpc("prune_accounts", { after_id, scan: 1000, untouched_since }).throwOnError();
      const kept = await sql<{ email: string }>("select email from auth.users where email = any ($1)", [
        [forgotten, recent, used.email],
      ]);
      expect(kept.map(({ email }) => email).sort()).toEqual([recent, used.email].sort());
    });
  });

  describe("a limit", () => {
    const msg = async (sent: Response): Promise<string> => String(Object(await sent.json()).msg);

    it("lets one address have one mail a minute, and says how long to wait", async () => {
      const { email } = await signUp();
      expect(await answer("POST", "recover", { email })).toBe("200");
      expect(await msg(await post("recover", { email }))).toMatch(/after \d+ seconds/u);
      expect(await answer("POST", "recover", { email })).toBe("429 over_email_send_rate_limit");
      expect(await answer("POST", "recover", { email: freshAddress() })).toBe("200");
    });

    it("stops one client's guesses, and nobody else's", async () => {
      const guess = () => answer("POST", "verify", { type: "email", token_hash: "0".repeat(56) });
      const guesses = [];
      for (let n = 0; n < 32; n++) guesses.push(await guess());
      expect(new Set(guesses)).toEqual(new Set(["403 otp_expired", "429 over_request_rate_limit"]));
      project.takeAddress();
      expect(await guess()).toBe("403 otp_expired");
    });

    it("stops all mails of the project, in the words that the page knows", async () => {
      const poor = await startGoTrue(project.options, { rate_limit_email_sent: 1 });
      const ask = () => call("POST", "otp", { email: freshAddress() }, undefined, poor.url);
      expect((await ask()).status).toBe(200);
      const refused = await ask();
      expect([refused.status, await msg(refused)]).toEqual([429, "email rate limit exceeded"]);
      await poor.stop();
    });
  });
}
