import { noPublicKey, type Report, useChecked } from "./checkContext.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { checkClock } from "../../scripts/checks/backend/clock.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { cli, hosted } from "./terminal.ts";

describe("check backend, of settings and clocks", () => {
  const { backend, complete, withoutPublicKey, checked, folder } = useChecked(beforeAll);

  it("names every missing setting at once", async () => {
    const { wrong, code } = await checked(hosted(backend()));
    expect(wrong).toEqual([
      "environment: SITE_URL is missing.",
      "environment: FORMS_SECRET is missing.",
      "environment: SUPABASE_PUBLISHABLE_KEY is missing.",
    ]);
    expect(code).toBe(1);
  });

  it.each(["/", "/rest/v1/"])("finds nothing wrong where the project's address ends in %s", async (end) => {
    const env = { ...complete(), SUPABASE_URL: `${backend().origin.toUpperCase()}${end}` };
    expect(await checked(env)).toMatchObject({ wrong: [], code: 0 });
    // An export makes its requests without Supabase's client.
    expect(await cli(["export", "waitlist", "--out", "-"], { env })).toMatchObject({ code: 0 });
  });

  it("finds a page and a form backend with different captchas, and of different sites", async () => {
    const elsewhere = { SITE_URL: "https://www.site.example/promo", PUBLIC_RECAPTCHA_SITE_KEY: "site-key" };
    const { wrong } = await checked({ ...withoutPublicKey(), ...elsewhere });
    expect(wrong).toEqual([
      noPublicKey,
      expect.stringContaining("RECAPTCHA_SECRET_KEY is not set"),
      expect.stringMatching(/^origin: .* no page of https:\/\/www\.site\.example read its answers\.$/u),
      expect.stringContaining("The page is set to reCAPTCHA, the form backend to ALTCHA"),
    ]);
  });

  it("finds the other half of reCAPTCHA's keys missing, and a form backend that is not deployed", async () => {
    const fake = await fakeBackend(backend().origin, ({ url }, response) => {
      if (!url?.endsWith("/captcha")) return false;
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return true;
    });
    const env = { ...withoutPublicKey(), SUPABASE_URL: fake.origin, RECAPTCHA_SECRET_KEY: "secret-key" };
    const { report } = await checked(env).finally(fake.stop);
    expect(report.findings.filter(({ check }) => check === "captcha")).toEqual([
      {
        check: "captcha",
        level: "wrong",
        message: "RECAPTCHA_SECRET_KEY is set, but PUBLIC_RECAPTCHA_SITE_KEY is not.",
        remedy: "Set both for reCAPTCHA, or neither for ALTCHA.",
      },
      {
        check: "captcha",
        level: "wrong",
        message: "The form backend does not answer (HTTP 404).",
        remedy: "Deploy it: npx prelaunch deploy",
      },
    ]);
  });

  it("finds a secret of reCAPTCHA that is left in the project, where a deployment would not help", async () => {
    const fake = await fakeBackend(backend().origin, ({ url }, response) => {
      if (!url?.endsWith("/captcha")) return false;
      response.writeHead(404, { "content-type": "application/problem+json" }).end("{}");
      return true;
    });
    const { report } = await checked({ ...withoutPublicKey(), SUPABASE_URL: fake.origin }).finally(fake.stop);
    expect(report.findings.filter(({ check }) => check === "captcha")).toEqual([
      {
        check: "captcha",
        level: "wrong",
        message: "The page is set to ALTCHA, the form backend to reCAPTCHA: nobody can sign up.",
        remedy: expect.stringMatching(/^Remove the secret RECAPTCHA_SECRET_KEY from the project/u),
      },
    ]);
  });

  it("finds a form backend with reCAPTCHA that does not reach the database, as with a key that was deleted", async () => {
    const fake = await fakeBackend(backend().origin, ({ url }, response) => {
      const status = url?.endsWith("/captcha") ? 404 : url?.endsWith("/health") ? 503 : undefined;
      if (status === undefined) return false;
      response.writeHead(status, { "content-type": "application/problem+json" }).end("{}");
      return true;
    });
    const keys = { PUBLIC_RECAPTCHA_SITE_KEY: "site-key", RECAPTCHA_SECRET_KEY: "secret-key" };
    const { wrong } = await checked({ ...withoutPublicKey(), ...keys, SUPABASE_URL: fake.origin }).finally(fake.stop);
    expect(wrong).toContain("captcha: The form backend cannot store anything (HTTP 503).");
  });

  it("finds clocks that differ", () => {
    const now = new Date("2026-05-04T12:00:00Z");
    expect(checkClock("2026-05-04T12:00:10Z", now, now)).toMatchObject([{ level: "ok" }]);
    expect(
      ["2026-05-04T12:01:00Z", "2026-05-04T11:15:00Z", "2026-05-05T23:00:00Z", "2025-05-04T12:00:00Z"].map((time) =>
        checkClock(time, now, now).map(({ level, message }) => `${level}: ${message}`),
      ),
    ).toEqual([
      ["wrong: The database's clock is 60.0 s ahead of this machine's."],
      ["wrong: The database's clock is 45 min behind this machine's."],
      ["wrong: The database's clock is 35 h ahead of this machine's."],
      ["wrong: The database's clock is 365 d behind this machine's."],
    ]);
  });

  it("is one half of check, and takes no target", async () => {
    const { code, out } = await cli(["check", "--json"], { env: complete(), folder: folder() });
    const report: Report = JSON.parse(out);
    expect(report.findings.filter(({ level }) => level !== "ok")).toEqual([
      expect.objectContaining({ check: "sender", level: "unknown" }),
      expect.objectContaining({ check: "export", message: expect.stringMatching(/^There is no folder .+client\.$/u) }),
    ]);
    expect(report.findings.map(({ check }) => check)).toEqual(expect.arrayContaining(["schema", "data", "captcha"]));
    expect(code).toBe(1);
    expect(await cli(["check", "backend", "dist/client"], { env: complete(), folder: folder() })).toMatchObject({
      code: 2,
      err: expect.stringContaining("only check site takes a target"),
    });
    expect(await cli(["check", "backend", "--no-browser"], { env: complete(), folder: folder() })).toMatchObject({
      code: 2,
      err: expect.stringContaining("--no-browser is for the site; check backend opens no page"),
    });
  });
});

describe("check backend, of privileges and mails", () => {
  const { backend, complete, withoutPublicKey, checked, sql, everything, folder } = useChecked();

  it("names the missing privilege to read the schema", async () => {
    await sql("revoke execute on function schema_report() from service_role");
    const { code, err } = await cli(["check", "backend"], { env: complete(), folder: folder() });
    expect(err).toContain("The database refuses the call (HTTP 403): permission denied for function schema_report");
    expect(code).toBe(3);
  });

  const mails = `insert into email_outbox (kind, email, parameters, dead_at, last_error, not_before) values
    ('waitlist-confirmation', 'a@example.com', '{}', null, null, now()),
    ('waitlist-confirmation', 'b@example.com', '{}', now(), 'smtp_451', now())`;
  const outbox = async () =>
    (await backend().supabase.from("email_outbox").select().order("email").throwOnError()).data;

  it("tries nothing with the secret key in the place of a visitor's", async () => {
    await sql(mails);
    const before = await outbox();
    const { secretKey } = backend();
    const { code, err } = await cli(["check"], { env: { ...complete(), SUPABASE_PUBLISHABLE_KEY: secretKey } });
    expect(err).toContain("SUPABASE_PUBLISHABLE_KEY must be the publishable key");
    expect(code).toBe(3);
    expect(await outbox()).toEqual(before);
  });

  // PostgreSQL lets everybody call a new function, on a hosted project too. REST services know the name of this one already.
  it("changes nothing where everybody may do everything, by a function of which it does not know what it does", async () => {
    // The form backend itself calls it once in a while.
    await sql(`${mails}; alter table email_outbox disable row level security; grant all on email_outbox to anon;
      create or replace function public.sweep_expired() returns void language sql security definer
        as $$delete from public.waitlist where current_setting('role', true) <> 'service_role'$$;
      grant execute on all functions in schema public to public`);
    const before = [await outbox(), await everything()];
    const { wrong } = await checked();
    expect(wrong).toContainEqual(expect.stringContaining("visitor can call hold_emails"));
    expect(wrong).toContainEqual(expect.stringContaining("visitor can call sweep_expired"));
    expect([await outbox(), await everything()]).toEqual(before);
  });

  it("finds mails that have no sender, and mails that ended unsent", async () => {
    await sql(
      "insert into email_outbox (kind, email, dead_at, last_error) values ('update', 'a@example.com', now(), 'smtp_554')",
    );
    const { wrong } = await checked({ ...withoutPublicKey(), SMTP_URL: "smtp://localhost:25" });
    expect(wrong).toEqual([
      noPublicKey,
      "mail: 1 mail ended unsent.",
      "sender: MAIL_FROM is missing: mails need an address they come from.",
    ]);
  });
});
