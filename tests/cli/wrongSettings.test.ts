import { expect, it } from "vitest";
import { cli } from "./terminal.ts";

it.each([
  [{ SUPABASE_URL: "https://abc.supabase.example" }, "SUPABASE_URL is set, but SUPABASE_SECRET_KEY is missing."],
  [{ SUPABASE_SECRET_KEY: "sb_secret_x" }, "SUPABASE_SECRET_KEY is set, but SUPABASE_URL is missing."],
  [{ SUPABASE_URL: "nowhere", SUPABASE_SECRET_KEY: "sb_secret_x" }, "SUPABASE_URL must be a URL"],
])("ends with 3 for wrong settings: %s", async (env, message) => {
  const { code, err } = await cli(["stats"], { env });
  expect(err).toContain(message);
  expect(code).toBe(3);
});

it.each(["sb_publishable_x", "sb_secret_…", '"sb_secret_x"', `e30.${btoa('{"role":"anon"}')}.x`])(
  "ends with 3 where the secret key is %s",
  async (key) => {
    const { code, err } = await cli(["stats"], { env: { ...project, SUPABASE_SECRET_KEY: key } });
    expect(err).toContain("SUPABASE_SECRET_KEY must be the secret key as the dashboard shows it, not the publishable");
    expect(code).toBe(3);
  },
);

const project = { SUPABASE_URL: "http://127.0.0.1:9", SUPABASE_SECRET_KEY: "sb_secret_x" };

it.each([["stats"], ["erase", "ada@example.com", "--yes"], ["restore", "ada.backup"]])(
  "ends with 2 where a stack and a project are named: %s",
  async (...argv) => {
    expect(await cli([...argv, "--data", "stack"], { env: project })).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: --data names an embedded stack, but SUPABASE_URL a hosted project\.\n/u),
    });
  },
);

it("takes both for a move from one to the other", async () => {
  const { code, err } = await cli(["move", "--to", "hosted", "--data", "no-stack"], { env: project });
  expect(err).toMatch(/^error: There is no database in .*no-stack\./u);
  expect(code).toBe(3);
});

const sender = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@b.example" };

it.each([
  [{}, "No way to send mails is set.\nSet SMTP_URL or RESEND_API_KEY, and MAIL_FROM."],
  [sender, "SITE_URL is missing.\nLinks in mails lead there."],
])("mail send ends with 3 where settings are missing: %s", async (env, message) => {
  expect(await cli(["mail", "send"], { env: { ...project, ...env } })).toEqual({
    code: 3,
    out: "",
    err: `error: ${message}\n`,
  });
});

it.each([
  ["mail", "send"],
  ["mail", "preview", "signup"],
  ["mail", "test", "me@example.com"],
  ["notify", "launch", "--dry-run"],
])("ends with 3 where the mails' links would lead nowhere: %s %s", async (...argv) => {
  const { code, err } = await cli(argv, { env: { ...project, ...sender, SITE_URL: "site.example" } });
  expect(err).toBe("error: SITE_URL must be a URL, such as https://example.com.\n");
  expect(code).toBe(3);
});
