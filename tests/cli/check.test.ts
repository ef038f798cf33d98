import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { thisRelease } from "../../server/lib/release.ts";
import { recordBuild } from "../../scripts/build/unchanged.ts";
import { startBackend } from "../support/backend.ts";
import { type Fault, fakeBackend } from "./fakeBackend.ts";
import { cli, hosted, scratchFolder } from "./terminal.ts";

interface Report {
  ok: boolean;
  findings: { check: string; level: string; message: string; remedy?: string }[];
}

describe("check backend", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let folder: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    backend = await startBackend();
    return async () => {
      await backend.stop();
      await scratch.remove();
    };
  });
  const complete = () => ({
    ...hosted(backend),
    SUPABASE_PUBLISHABLE_KEY: embeddedPublishableKey,
    SITE_URL: "https://site.example",
    FORMS_SECRET: "a".repeat(32),
  });
  const sql = (text: string) => withClient(backend.databaseUrl, async (client) => (await client.query(text)).rows);
  const check = async (env: Record<string, string | undefined>, ...argv: string[]) => {
    const { code, out, err } = await cli(["check", ...argv, "--json"], { env, folder });
    const { findings }: Report = JSON.parse(out);
    const lines = findings.map((finding) => `${finding.level} ${finding.check}: ${finding.message}`);
    return { code, err, findings, wrong: lines.filter((line) => line.startsWith("wrong")) };
  };
  /** Runs a check through a proxy that fails as the test says. */
  const checkBehind = async (fault: Fault, env: Record<string, string | undefined> = {}, ...argv: string[]) => {
    const fake = await fakeBackend(backend.origin, fault);
    return check({ ...complete(), ...env, SUPABASE_URL: fake.origin }, ...argv).finally(fake.stop);
  };
  const answering = (path: RegExp, status: number, body: unknown, type = "application/json"): Fault => {
    return ({ url }, response) => {
      if (!path.test(url ?? "")) return false;
      response.writeHead(status, { "content-type": type }).end(JSON.stringify(body));
      return true;
    };
  };

  it("finds nothing on a sound system, whatever its address ends in, and leaves nothing behind", async () => {
    await sql("insert into waitlist (email) values ('a@example.com')");
    const { code, findings } = await check({ ...complete(), SUPABASE_URL: `${backend.origin}/rest/v1/` }, "backend");
    expect(findings.filter(({ level }) => level !== "ok").map(({ check: name }) => name)).toEqual([
      "sender",
      "operator",
    ]);
    expect(findings.map(({ check: name }) => name)).toEqual([
      "settings",
      "migrations",
      "backend",
      "access",
      "auth",
      "database",
      "mail",
      "reviews",
      "sender",
      "product",
      "forms",
      "version",
      "operator",
    ]);
    expect(code).toBe(0);
    expect(await sql("select email from waitlist")).toEqual([{ email: "a@example.com" }]);
  });

  it("names the version of the function, and what to do where this checkout has another", async () => {
    const health = answering(/\/health$/u, 200, { status: "ok", version: "1.99.0+1a2b3c4" });
    const { findings } = await checkBehind(health, {}, "backend");
    expect(findings.find(({ check: name }) => name === "version")).toEqual({
      check: "version",
      level: "warning",
      message: `The function is of version 1.99.0+1a2b3c4, the checkout of ${thisRelease()}.`,
      remedy: expect.stringContaining("git pull"),
    });
    const { findings: same } = await check(complete(), "backend");
    expect(same).toContainEqual({
      check: "version",
      level: "ok",
      message: `The function is of version ${thisRelease()}, the checkout of ${thisRelease()}.`,
    });
    expect(same).toContainEqual({
      check: "database",
      level: "ok",
      message: expect.stringMatching(/^It is PostgreSQL \d+\.\d+/u),
    });
  });

  it("names every missing setting, and a function that it may not call, and goes on", async () => {
    await sql("revoke execute on function email_report() from service_role");
    const { code, wrong } = await check(hosted(backend), "backend");
    const table = await cli(["check", "backend"], { env: hosted(backend), folder, columns: 500 });
    expect(table.out).toMatch(/^WRONG {4}settings {4}SITE_URL is missing\.\n {9}\s+→ Set it in the environment/mu);
    await sql("grant execute on function email_report() to service_role");
    expect(wrong).toEqual([
      "wrong settings: SITE_URL is missing.",
      "wrong settings: FORMS_SECRET is missing.",
      "wrong settings: SUPABASE_PUBLISHABLE_KEY is missing.",
      expect.stringContaining("wrong mail: It could not be checked. The database refuses the call (HTTP 403)"),
    ]);
    expect(code).toBe(1);
  });

  it("takes no refusal of the public key for one of the database, and ends with 3 where the secret key is refused", async () => {
    // The gateway of a hosted project answers like this.
    const unknownKey: Fault = (request, response) =>
      request.headers["apikey"] === embeddedPublishableKey &&
      Boolean(response.writeHead(401).end('{"message":"Invalid API key"}'));
    expect((await checkBehind(unknownKey, {}, "backend")).wrong).toEqual([
      "wrong access: The public key is not accepted (HTTP 401), so nothing was tried.",
    ]);
    const env = { ...complete(), SUPABASE_SECRET_KEY: "sb_secret_of_somebody_else" };
    expect(await cli(["check", "backend"], { env, folder })).toMatchObject({
      code: 3,
      err: expect.stringContaining("refuses the secret key"),
    });
  });

  it("finds an auth service that trusts everybody or lets nobody in", async () => {
    const settings = { disable_signup: true, mailer_autoconfirm: true, external: { email: true } };
    const { wrong } = await checkBehind(answering(/^\/auth\/v1\/settings/u, 200, settings), {}, "backend");
    expect(wrong).toEqual([
      expect.stringContaining("wrong auth: Accounts count as confirmed without a mail"),
      "wrong auth: The auth service does not let people make an account by email.",
    ]);
  });

  it("finds a form backend of another site or captcha, without a database, and half of reCAPTCHA's keys", async () => {
    const elsewhere = { SITE_URL: "https://www.site.example/promo" };
    const keys = { PUBLIC_RECAPTCHA_SITE_KEY: "site-key", RECAPTCHA_SECRET_KEY: "secret-key" };
    expect((await check({ ...complete(), ...keys }, "backend")).wrong).toEqual([
      "wrong forms: The page has reCAPTCHA, the form backend ALTCHA: nobody can sign up.",
    ]);
    expect((await check({ ...complete(), ...elsewhere }, "backend")).wrong).toEqual([
      expect.stringMatching(/^wrong forms: .* do not let pages of https:\/\/www\.site\.example read its answers\.$/u),
    ]);
    const halfOf = { ...keys, RECAPTCHA_SECRET_KEY: undefined };
    expect((await check({ ...complete(), ...halfOf }, "backend")).wrong).toContainEqual(
      expect.stringMatching(
        /^wrong settings: PUBLIC_RECAPTCHA_SITE_KEY needs RECAPTCHA_SECRET_KEY beside it: set both/u,
      ),
    );
    const down = await checkBehind(answering(/\/health$/u, 503, { status: "down" }), {}, "backend");
    expect(down.wrong).toEqual([
      expect.stringMatching(/^wrong forms: The form backend at .* cannot store anything \(HTTP 503\)\.$/u),
    ]);
  });

  it.each([
    [
      500,
      { code: "SUP", message: "Error: connect ECONNREFUSED 127.0.0.1:40669" },
      /answers, but its database does not/u,
    ],
    [540, { message: "" }, /The project is paused \(HTTP 540\)\./u],
  ])("says so, and checks the site all the same, where nothing but HTTP %i is answered", async (status, body, said) => {
    const { code, err, findings } = await checkBehind(
      answering(/./u, status, body),
      { SITE_URL: "https://site.invalid" },
      "--retries",
      "0",
    );
    expect(err).toMatch(said);
    expect(findings).toMatchObject([
      { check: "backend", level: "wrong", remedy: expect.stringContaining("https://") },
      {
        check: "site",
        message: expect.stringMatching(/^https:\/\/site\.invalid\/ does not answer/u),
        // Without any DNS, nothing is known of the name.
        remedy: expect.stringMatching(/^(?:The name site\.invalid leads nowhere|Publish)/u),
      },
    ]);
    expect(code).toBe(4);
  });

  it("says that it did not look at a site of which it knows no public address", async () => {
    const siteOf = async (env: Record<string, string | undefined>) =>
      (await check({ ...complete(), ...env })).findings.filter(({ check: name }) => name === "site");
    const skipped = (why: string) => [
      expect.objectContaining({ level: "unknown", message: `Not checked: SITE_URL ${why}.` }),
    ];
    expect(await siteOf({ SITE_URL: undefined })).toEqual(skipped("is not set"));
    expect(await siteOf({ SITE_URL: "http://localhost:4173" })).toEqual(skipped("leads to this machine"));
  });

  it("says that the page was built with other settings than are set now", async () => {
    const other = async (env: Record<string, string>) =>
      (await check({ ...complete(), ...env }, "backend")).findings.filter(({ message }) =>
        message.includes("last build"),
      );
    const built = { PUBLIC_SITE_URL: complete().SITE_URL, BASE_PATH: "/", PUBLIC_IMPRINT: "Keelbook Ltd, Turku" };
    await mkdir(join(folder, "dist"));
    await recordBuild(join(folder, "dist"), "", built);
    expect(await other({ PUBLIC_IMPRINT: built.PUBLIC_IMPRINT })).toEqual([]);
    expect(await other({ PUBLIC_IMPRINT: "Keelbook Ltd, Oulu" })).toMatchObject([
      { check: "settings", level: "warning", message: expect.stringContaining("another value of PUBLIC_IMPRINT than") },
    ]);
    await rm(join(folder, "dist"), { recursive: true });
  });

  // This case is the last, as it changes the database.
  it("finds doors left open, other migrations, late answers and failed mails, each with its remedy", async () => {
    await sql(`insert into supabase_migrations.schema_migrations (version) values ('20990101000000');
      delete from supabase_migrations.schema_migrations where version = (select min(version) from supabase_migrations.schema_migrations);
      update migration_files set sha256 = repeat('0', 64), release = '0.9.0' where version = '20261127000400';
      insert into beta_applications (name, email, role, reason, created_at) values ('A', 'a@example.com', 'other', 'x', now() - interval '3 days');
      insert into email_outbox (kind, email, failed_at, last_error) values ('application-received', 'a@example.com', now(), 'smtp_554')`);
    // PostgREST answers like this if anon may do both; the test's backend has a guard in front.
    const opened: Fault = (request, response) => {
      if (request.headers["apikey"] !== embeddedPublishableKey) return false;
      const [status, body] = request.method === "GET" ? [200, "[]"] : [400, '{"code":"23502"}'];
      response.writeHead(status, { "content-type": "application/json" }).end(body);
      return true;
    };
    const { code, findings, wrong } = await checkBehind(opened, { SMTP_URL: "smtp://localhost:25" }, "backend");
    expect(wrong).toEqual([
      "wrong settings: MAIL_FROM is missing: mails need an address they come from.",
      expect.stringMatching(/^wrong migrations: Migration \d+_\w+ has not been applied\.$/u),
      "wrong migrations: Migration 20990101000000 is not in this checkout.",
      expect.stringContaining(
        "wrong migrations: supabase/migrations/20261127000400_mail.sql is not the file that version 0.9.0",
      ),
      "wrong access: An anonymous visitor can read the waitlist (HTTP 200).",
      "wrong access: An anonymous visitor can insert into the waitlist (HTTP 400).",
      "wrong mail: 1 mail failed.",
    ]);
    expect(findings.find(({ check: name }) => name === "reviews")).toMatchObject({
      level: "warning",
      message: "1 application waits, 1 for longer than 48 hours, the oldest for 72 h.",
    });
    expect(findings.filter(({ level, remedy }) => level !== "ok" && !remedy)).toEqual([]);
    expect(code).toBe(1);
  });
});
