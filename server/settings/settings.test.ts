import { mkdtemp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { isSecret, settingKeys } from "./definitions.ts";
import { readFormsSettings, readStackSettings } from "./hosts.ts";
import { addressOfSite, buildEnvironment, resolveSettings, textsOf } from "./resolve.ts";
import { problemOf, settingProblems } from "./rules.ts";
import { brand } from "../contract/brand.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-settings-"));
  onTestFinished(() => rm(folder, { recursive: true }));
});
const dotEnv = (content: string | Uint8Array) => writeFile(join(folder, ".env"), content);
const resolved = (env: Record<string, string> = {}) => resolveSettings({}, env, folder);
const stack = (env: Record<string, string> = {}) => readStackSettings(textsOf(resolved(env)));

it("takes a flag before the environment, and that before the file, whose blank values it unsets", async () => {
  await dotEnv("\uFEFFPORT=5000\r\nHOST=0.0.0.0\r\nBASE_PATH=/promo/\r\nDATA_FOLDER=elsewhere\r\nOPERATOR=ada\r\n");
  const env = { PORT: "6000", HOST: "::", OPERATOR: " " };
  expect(resolveSettings({ PORT: { value: "7000", source: "flag" } }, env, folder)).toEqual({
    PORT: { value: "7000", source: "flag" },
    HOST: { value: "::", source: "environment" },
    BASE_PATH: { value: "/promo/", source: ".env" },
    DATA_FOLDER: { value: join(folder, "elsewhere"), source: ".env" },
  });
});

it("says of a file that is none it can read", async () => {
  await dotEnv(Buffer.from("\uFEFFSITE_URL=https://b.example\n", "utf16le"));
  expect(() => resolved()).toThrow(`${join(folder, ".env")} cannot be read. It must be a file in UTF-8.`);
  await rm(join(folder, ".env"));
  await mkdir(join(folder, ".env"));
  expect(() => resolved()).toThrow("cannot be read");
});

it("starts without any setting", () => {
  expect(stack()).toEqual({
    port: 4173,
    host: "127.0.0.1",
    proxies: 0,
    dataFolder: join(folder, ".data"),
    captcha: { kind: "altcha" },
    mail: expect.objectContaining({
      route: { kind: "none" },
      from: { name: brand, address: "no-reply@localhost" },
      unconfirmedDays: 30,
    }),
  });
});

it("takes what a self-hoster sets", () => {
  const env = {
    PORT: "8080",
    SITE_URL: "HTTPS://B\u00fccher.Example:443/promo/index.html",
    SMTP_URL: "smtps://ada:x%40y@smtp.site.example",
    MAIL_FROM: '"M\u00fcller, S\u00f6hne & Co" <Hello@site.example>',
    RECAPTCHA_SECRET_KEY: "x",
  };
  expect(stack(env)).toMatchObject({
    port: 8080,
    siteUrl: "https://xn--bcher-kva.example/promo",
    captcha: { kind: "recaptcha", secret: "x" },
    mail: {
      route: { kind: "smtp", url: new URL("smtps://ada:x%40y@smtp.site.example") },
      from: { name: "M\u00fcller, S\u00f6hne & Co", address: "hello@site.example" },
      perSecond: 10,
    },
  });
});

it("sends mails to the list in batches by Resend alone, unless they are switched off", () => {
  const inBatches = (env: Record<string, string>) => stack({ MAIL_FROM: "a@example.com", ...env }).mail.inBatches;
  expect(inBatches({ RESEND_API_KEY: "re_key" })).toBe(true);
  expect(inBatches({ RESEND_API_KEY: "re_key", MAIL_BATCH: "0" })).toBe(false);
  expect(inBatches({ SMTP_URL: "smtp://127.0.0.1:2525" })).toBe(false);
});

it("names every wrong value at once, and calls no sender missing that is only wrong", () => {
  const env = { PORT: "80800", HOST: "127.1", SITE_URL: "site.example", SMTP_URL: "smtp://a.example", MAIL_FROM: "x" };
  expect(() => stack(env)).toThrow(
    /^MAIL_FROM must be .*\nSITE_URL must be .*\nPORT must be a whole number from 0 to 65535\.\nHOST must be .*$/u,
  );
  expect(() => stack({ RESEND_API_KEY: "re_x" })).toThrow(/^MAIL_FROM is missing: .*$/u);
});

const legacyKey = (role: string, ref = "abcdefghijklmnopqrst") =>
  `e30.${Buffer.from(JSON.stringify({ x: "\u00bf\u00bf?", role, ref })).toString("base64url")}.x`;

it.each([
  [
    "SITE_URL",
    ["https://a.example/b", "http://localhost:4173"],
    [
      "http://a.example",
      "https://192.0.2.7",
      "https://[2001:db8::1]",
      "https://https://a.example",
      "https://a.example/#",
      "https://ada@a.example",
      "https://:x@a.example",
      "ftp://a.example",
    ],
  ],
  [
    "PRODUCT_URL",
    ["https://app.example/start?plan=free#in", "http://localhost:3000"],
    ["http://app.example", "app.example", "javascript:alert(1)"],
  ],
  [
    "WEBHOOK_URL",
    ["https://crm.example/hook"],
    ["https://ada@crm.example", "https://:x@crm.example", "https://https://crm.example"],
  ],
  [
    "SUPABASE_URL",
    ["https://abcdefghijklmnopqrst.supabase.co", "https://api.keelbook.example"],
    ["https://supabase.com/dashboard/project/abcdefghijklmnopqrst", "https://app.supabase.com"],
  ],
  ["BASE_PATH", ["/", "/promo/2.7/"], ["promo", "/promo", "./promo/", "/../promo/"]],
  ["OPERATOR_EMAIL", ["Ada@Keelbook.example"], ["Ada <ada@keelbook.example>", "ada"]],
  ["MAIL_BATCH", ["0", "1"], ["on", "2"]],
  ["MAIL_IMPRINT", ["Keelbook Ltd"], ["Keelbook\nLtd", "x".repeat(201), "Keelbook \u202e Ltd"]],
  [
    "MAIL_FROM",
    ["a@b.example", "<a@b.example>"],
    ['The "Keel" <a@b.example>', "Keel\u2028book <a@b.example>", "a <b@c.example> d"],
  ],
  [
    "SMTP_URL",
    ["smtp://localhost", "smtp://[::1]:2525", "smtps://a%40b.example:p%2F%23@mail_server:465"],
    [
      "smtp.example",
      "smtp://a:100%@b.example",
      "smtp://a:1#2@b.example",
      "smtp://a:1/2@b.example",
      "smtp://b.example:465",
      "smtps://b.example:587",
    ],
  ],
  [
    "SUPABASE_SECRET_KEY",
    ["sb_secret_x", legacyKey("service_role")],
    ["sb_publishable_x", "sb_secret_\u00e9", legacyKey("anon")],
  ],
  ["PUBLIC_SUPABASE_KEY", ["sb_publishable_x", legacyKey("anon")], ["sb_secret_x", legacyKey("service_role")]],
  ["MAIL_WEBHOOK_SECRET", [`whsec_${Buffer.alloc(24).toString("base64")}`], ["whsec_abc", "a".repeat(24)]],
] as const)("knows the format of %s", (key, right, wrong) => {
  const problems = (values: readonly string[]) => values.map((value) => problemOf(key, value));
  expect(problems(right)).toEqual(right.map(() => undefined));
  expect(problems(wrong)).toEqual(wrong.map(() => expect.stringMatching(new RegExp(`^${key} must `, "u"))));
});

const project = { SUPABASE_URL: "https://abcdefghijklmnopqrst.supabase.co", SUPABASE_SECRET_KEY: "sb_secret_x" };

it.each([
  [
    { PUBLIC_SITE_URL: "https://a.example/m\u00e4rz" },
    expect.stringMatching(/^BASE_PATH must be a path of letters a to z/u),
  ],
  [
    { RECAPTCHA_SECRET_KEY: "x" },
    "RECAPTCHA_SECRET_KEY needs PUBLIC_RECAPTCHA_SITE_KEY beside it: set both for reCAPTCHA, or neither for ALTCHA.",
  ],
  [
    { SUPABASE_URL: "https://a.example" },
    "SUPABASE_URL needs SUPABASE_SECRET_KEY beside it: set both for a hosted project, or neither for the embedded stack.",
  ],
  [
    { SITE_URL: "https://b.example", SMTP_URL: "smtp://a.example", RESEND_API_KEY: "x", MAIL_FROM: "a@b.example" },
    "Set either RESEND_API_KEY or SMTP_URL, not both.",
  ],
  [
    { ...project, SUPABASE_PROJECT_REF: "zbcdefghijklmnopqrst" },
    "SUPABASE_PROJECT_REF must be the project to which SUPABASE_URL leads.",
  ],
  [
    { ...project, SUPABASE_SECRET_KEY: legacyKey("service_role", "zbcdefghijklmnopqrst") },
    "SUPABASE_SECRET_KEY must be a key of the project to which SUPABASE_URL leads; it names another.",
  ],
  [
    {
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
      PUBLIC_SUPABASE_KEY: "sb_publishable_y",
      PUBLIC_SUPABASE_URL: "https://api.a.example",
    },
    "SUPABASE_PUBLISHABLE_KEY must be the same key as PUBLIC_SUPABASE_KEY.",
  ],
  [{ SUPABASE_DB_PASSWORD: "[YOUR-PASSWORD]" }, expect.stringContaining("still has the placeholder")],
  [{ RESEND_API_KEY: "re_x", MAIL_FROM: "a@b.example" }, expect.stringMatching(/^SITE_URL must be the public/u)],
  [{ WEBHOOK_URL: "https://crm.example/" }, expect.stringMatching(/^WEBHOOK_SECRET is missing/u)],
  [{ SITE_URL: "https://a.example" }, expect.stringMatching(/^Nobody gets mail: SITE_URL is public/u)],
])("sees what does not go together: %j", (env, problem) => {
  expect(Object.values(settingProblems(textsOf(resolved(env))))).toEqual([problem]);
});

it("sees nothing wrong with settings that go together", () => {
  const page = { PUBLIC_SUPABASE_URL: "https://api.keelbook.example", PUBLIC_SUPABASE_KEY: "sb_publishable_x" };
  expect(
    settingProblems(textsOf(resolved({ ...project, ...page, SUPABASE_PROJECT_REF: "abcdefghijklmnopqrst" }))),
  ).toEqual({});
  const site = { SITE_URL: "https://a.example/promo/", BASE_PATH: "/promo/" };
  for (const env of [{ SMTP_URL: "smtp://a.example", MAIL_FROM: "a@b.example" }, page, project])
    expect(settingProblems(textsOf(resolved({ ...site, ...env })))).toEqual({});
  expect(settingProblems(textsOf(resolved({ SITE_URL: "http://localhost:4173" })))).toEqual({});
  expect(settingProblems(textsOf(resolved({ WEBHOOK_URL: "https://hooks.slack.com/services/T/B/x" })))).toEqual({});
});

it.each([
  [{ SITE_URL: "https://a.example/promo/index.html" }, "https://a.example/promo/"],
  [{ SITE_URL: "https://a.example/promo", BASE_PATH: "/other/" }, "https://a.example/other/"],
  [{ SITE_URL: "https://a.example/promo", PUBLIC_SITE_URL: "https://preview.example" }, "https://preview.example/"],
])("knows where the site is: %j", (env: Record<string, string>, address) => {
  expect(addressOfSite(resolved(env))).toBe(address);
});

const deployed = { ...project, SITE_URL: "https://keelbook.example/promo/", FORMS_SECRET: "a".repeat(32) };

it("reads what a deployment has, which sends no mails by SMTP", () => {
  expect(readFormsSettings({ ...deployed, SMTP_URL: "smtp://a.example", RECAPTCHA_SECRET_KEY: " " })).toEqual({
    supabaseUrl: project.SUPABASE_URL,
    secretKey: "sb_secret_x",
    siteUrl: "https://keelbook.example/promo",
    mail: expect.objectContaining({ route: { kind: "none" }, unconfirmedDays: 30 }),
    secret: deployed.FORMS_SECRET,
    captcha: { kind: "altcha" },
    clientAddressHeader: "cf-connecting-ip",
  });
  expect(() => readFormsSettings({})).toThrow(
    "SUPABASE_URL is missing.\nSUPABASE_SECRET_KEY is missing.\nSITE_URL is missing.\nFORMS_SECRET is missing.",
  );
});

it.each([
  [{ SUPABASE_SECRET_KEY: "own", SUPABASE_SECRET_KEYS: '{"default":"new"}' }, "own"],
  [{ SUPABASE_SECRET_KEYS: '{"forms":"named"}' }, "named"],
  [{ SUPABASE_SECRET_KEYS: "nonsense", SUPABASE_SERVICE_ROLE_KEY: "legacy" }, "legacy"],
])("finds the secret key in %j", (env, key) => {
  const { SUPABASE_SECRET_KEY: _, ...more } = deployed;
  expect(readFormsSettings({ ...more, ...env }).secretKey).toBe(key);
});

it("builds for the site's address, and never a secret key into the page", () => {
  const env = { SITE_URL: "https://a.example/promo/", PUBLIC_SUPABASE_URL: "https://b.example/", PUBLIC_IMPRINT: " " };
  expect(buildEnvironment({ ...env, PUBLIC_SUPABASE_KEY: "sb_publishable_x" }, folder)).toEqual({
    BASE_PATH: "/promo/",
    PUBLIC_SITE_URL: "https://a.example",
    PUBLIC_SUPABASE_URL: "https://b.example",
    PUBLIC_SUPABASE_KEY: "sb_publishable_x",
  });
  expect(() => buildEnvironment(env, folder)).toThrow("PUBLIC_SUPABASE_URL needs PUBLIC_SUPABASE_KEY beside it.");
  expect(() => buildEnvironment({ PUBLIC_SUPABASE_KEY: "sb_secret_x", SITE_URL: "a", BASE_PATH: "b" }, folder)).toThrow(
    /^SITE_URL must .*\nBASE_PATH must .*\nPUBLIC_SUPABASE_KEY must .* which everybody would see\.$/u,
  );
});

/** The texts of the files below a folder. */
const textsBelow = async (root: string, names: RegExp) =>
  Promise.all(
    (await readdir(root, { recursive: true }))
      .filter((name) => names.test(name))
      .map((name) => readFile(join(root, name), "utf8")),
  );

it("has every setting used, and named in a document", async () => {
  const code = await Promise.all(
    ["components", "scripts", "server", "supabase/functions"].map((name) =>
      textsBelow(name, /^(?!settings\/definitions|.*(?:\.test|\.d)\.ts$).*\.(?:mjs|tsx?)$/u),
    ),
  );
  const uncommented = code
    .flat()
    .join("\n")
    .replaceAll(/^\s*(?:\/?\*|\/\/).*$/gmu, "");
  const words = (text: string) => new Set(text.match(/\b[A-Z][A-Z_]+\b/gu));
  const [used, documented] = [words(uncommented), words((await textsBelow("docs", /^[^/]+\.md$/u)).join("\n"))];
  for (const file of ["README.md", ".env.example"])
    for (const word of words(await readFile(file, "utf8"))) documented.add(word);
  expect(settingKeys.filter((key) => !used.has(key))).toEqual([]);
  expect(settingKeys.filter((key) => !documented.has(key))).toEqual([]);
});

it("has the example file name settings only, and no secret's value", () => {
  const example = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
  const lines = [...example.matchAll(/^#? ?(?<name>[A-Z][A-Z_]+)=(?<value>.*)$/gmu)].map(({ groups }) => groups ?? {});
  const names = lines.map(({ name }) => name);
  expect(names.filter((name) => !settingKeys.some((key) => key === name))).toEqual([]);
  const secrets = settingKeys.filter(isSecret);
  expect(lines.filter(({ name, value }) => value !== "" && secrets.some((key) => key === name))).toEqual([]);
});

it("lets events be told by HTTPS, or on this machine from npm start alone, and signed unless a chat is told", () => {
  const secret = `whsec_${"a".repeat(32)}`;
  const webhook = (url: string, more = {}) => stack({ WEBHOOK_URL: url, ...more }).webhook?.url.href;
  expect(webhook("http://127.0.0.1:5000/", { WEBHOOK_SECRET: secret })).toBe("http://127.0.0.1:5000/");
  expect(webhook("https://hooks.slack.com/services/T0")).toBe("https://hooks.slack.com/services/T0");
  expect(() => webhook("http://crm.example/", { WEBHOOK_SECRET: secret })).toThrow("must be an address that begins");
  expect(() => webhook("https://crm.example/")).toThrow("WEBHOOK_SECRET is missing");
  const keys = { SUPABASE_URL: "https://p.supabase.co", SUPABASE_SECRET_KEY: "sb_secret_k", FORMS_SECRET: secret };
  const hosted = { ...keys, SITE_URL: "https://site.example", WEBHOOK_SECRET: secret };
  for (const key of ["WEBHOOK_URL", "PRODUCT_URL"])
    expect(() => readFormsSettings({ ...hosted, [key]: "http://localhost:5000/" })).toThrow(`${key} must be`);
});

it("says of a founder's note without a name, which the page could not show, what it lacks", () => {
  expect(
    problemOf("PUBLIC_FOUNDER_NOTE", "I sent invoices late. This is what I needed. — Ada Berg, Turku"),
  ).toBeUndefined();
  expect(problemOf("PUBLIC_FOUNDER_NOTE", "I sent invoices late.")).toContain("after a dash");
});
