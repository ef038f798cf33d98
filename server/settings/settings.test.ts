import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildEnvironment } from "./buildEnvironment.ts";
import { resolveSettings } from "./resolve.ts";
import { readStackSettings } from "./stackSettings.ts";

describe("settings", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "keelbook-settings-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const dotEnv = (content: string | Uint8Array) => writeFile(join(folder, ".env"), content);
  const resolved = (env: Record<string, string> = {}) => resolveSettings({}, env, folder);

  describe("resolveSettings", () => {
    it("reads all of a file that begins with a byte order mark", async () => {
      await dotEnv("\uFEFFSUPABASE_URL=https://a.example\r\nSITE_URL=https://b.example\r\n");
      expect(resolved()).toMatchObject({
        SUPABASE_URL: { value: "https://a.example", source: ".env" },
        SITE_URL: { value: "https://b.example", source: ".env" },
      });
    });

    it("says that a file in UTF-16, as PowerShell writes it, is none it can read", async () => {
      await dotEnv(Buffer.from("\uFEFFSITE_URL=https://b.example\n", "utf16le"));
      expect(() => resolved()).toThrow("is not UTF-8. Save it as UTF-8.");
    });

    it("says that a file it cannot read is there, and that a missing one is none", async () => {
      expect(resolved().SITE_URL).toBeUndefined();
      await mkdir(join(folder, ".env"));
      expect(() => resolved()).toThrow(`The file .env in ${folder} cannot be read.`);
    });

    it("takes a flag before the environment, and the environment before the file", async () => {
      await dotEnv("PORT=5000\nHOST=0.0.0.0\nBASE_PATH=/promo/\n");
      const settings = resolveSettings(
        { PORT: { value: "7000", source: "flag" } },
        { PORT: "6000", HOST: "::" },
        folder,
      );
      expect(settings).toMatchObject({
        PORT: { value: "7000", source: "flag" },
        HOST: { value: "::", source: "environment" },
        BASE_PATH: { value: "/promo/", source: ".env" },
      });
    });

    it("lets a blank value in the environment unset what the file says", async () => {
      await dotEnv("SUPABASE_URL=https://a.example\nSUPABASE_SECRET_KEY=x\nPORT=5000\n");
      const settings = resolved({ SUPABASE_URL: "", SUPABASE_SECRET_KEY: " ", PORT: "" });
      expect(settings.SUPABASE_URL).toBeUndefined();
      expect(settings.SUPABASE_SECRET_KEY).toBeUndefined();
      expect(settings.PORT).toEqual({ value: "4173", source: "default" });
    });

    it.each([
      ["https://a.example/promo/2027", "/promo/2027/"],
      ["https://a.example/m\u00e4rz", "/"],
      [" ", "/"],
    ])("takes the base path from the site's address, where one can be built: %s", (SITE_URL, value) => {
      expect(resolved({ SITE_URL }).BASE_PATH).toEqual({ value, source: "default" });
    });

    it("looks for the data folder from the project's", async () => {
      await dotEnv("DATA_FOLDER=elsewhere\n");
      expect(resolved().DATA_FOLDER).toEqual({ value: join(folder, "elsewhere"), source: ".env" });
      for (const name of ["/srv/data", "/srv/~data", "/srv/$HOMES", "/srv/c$"])
        expect(readStackSettings(resolved({ DATA_FOLDER: name })).dataFolder).toBe(name);
    });
  });

  describe("readStackSettings", () => {
    it("listens on the loopback interface and trusts no proxy unless told", () => {
      expect(readStackSettings(resolved())).toEqual({
        port: 4173,
        host: "127.0.0.1",
        proxies: 0,
        dataFolder: join(folder, ".data"),
        captcha: { kind: "altcha" },
        mail: expect.objectContaining({ route: { kind: "none" } }),
      });
    });

    it("reads how mails are sent, and says all that is wrong with it", () => {
      const env = { SMTP_URL: "smtps://ada:x%40y@smtp.example", MAIL_FROM: "Keelbook <Hello@keelbook.example>" };
      expect(readStackSettings(resolved(env)).mail).toMatchObject({
        route: { kind: "smtp", url: new URL(env.SMTP_URL) },
        from: { name: "Keelbook", address: "hello@keelbook.example" },
        perSecond: 10,
      });
      expect(() => readStackSettings(resolved({ SMTP_URL: "https://smtp.example", MAIL_FROM: "a\nb <c>" }))).toThrow(
        /^SMTP_URL must be [^]*MAIL_FROM must be /u,
      );
      expect(() => readStackSettings(resolved({ RESEND_API_KEY: "re_x" }))).toThrow("MAIL_FROM is missing");
    });

    it("sends at the provider's pace, from an address alone, unless told; without a way to send, from this machine", () => {
      const resend = { RESEND_API_KEY: "re_x", MAIL_FROM: "hello@keelbook.example" };
      expect(readStackSettings(resolved(resend)).mail).toMatchObject({
        route: { kind: "resend", apiKey: "re_x" },
        from: { name: "", address: "hello@keelbook.example" },
        perSecond: 2,
      });
      expect(readStackSettings(resolved({ ...resend, MAIL_PER_SECOND: "7" })).mail.perSecond).toBe(7);
      expect(readStackSettings(resolved()).mail.from).toEqual({ name: "Keelbook", address: "no-reply@localhost" });
    });

    it.each([
      ["M\u00fcller, S\u00f6hne & Co <hello@site.example>", "M\u00fcller, S\u00f6hne & Co"],
      ['"M\u00fcller, S\u00f6hne & Co" <hello@site.example>', "M\u00fcller, S\u00f6hne & Co"],
      ['"The \\"Keel\\" \\\\ Book"<hello@site.example>', 'The "Keel" \\ Book'],
      ["<hello@site.example>", ""],
    ])("reads a sender's name as it is or quoted: %s", (MAIL_FROM, name) => {
      expect(readStackSettings(resolved({ MAIL_FROM })).mail.from).toEqual({ name, address: "hello@site.example" });
    });

    it("does not call a sender missing that is only wrong", () => {
      const env = { SMTP_URL: "smtp://smtp.example", MAIL_FROM: "Keelbook" };
      expect(() => readStackSettings(resolved(env))).toThrow(/^MAIL_FROM must be .*$/u);
    });

    it.each([
      ["DATA_FOLDER", "~/keelbook"],
      ["DATA_FOLDER", "$HOME/keelbook"],
      ["DATA_FOLDER", "/srv/${HOME}/keelbook"],
      ["SITE_URL", "https://site.example/#"],
      ["SITE_URL", "https://site.example/?"],
      ["SITE_URL", "https://:secret@site.example"],
      ["SITE_URL", "https://ada@site.example"],
      ["SITE_URL", "xhttps://site.example"],
      ["SITE_URL", "https-only://site.example"],
      ["MAIL_IMPRINT", "Keelbook Ltd\n1 Harbour Street"],
      ["MAIL_IMPRINT", "x".repeat(201)],
      ["MAIL_IMPRINT", "Keelbook \u202e Ltd"],
      ["MAIL_FROM", "Keel\u2028book <hello@site.example>"],
      ["MAIL_FROM", "Keelbook <hello@site.example> or <other@site.example>"],
      ["MAIL_FROM", "Keelbook <hello@site.example> Ltd"],
      ["MAIL_FROM", '"Keelbook <hello@site.example>'],
      ["MAIL_FROM", 'The "Keel" Book <hello@site.example>'],
    ])("refuses %s as %j, with which no mail could be made", (key, value) => {
      expect(() => readStackSettings(resolved({ [key]: value }))).toThrow(`${key} must be `);
    });

    it("takes a webhook secret in Base64 alone, by which reports can be judged", () => {
      const read = (text: string) => readStackSettings(resolved({ MAIL_WEBHOOK_SECRET: text })).mail.webhookSecret;
      const secrets = [24, 31, 32].map((length) => `whsec_${Buffer.alloc(length, "\u00ff").toString("base64")}`);
      for (const secret of [...secrets, ...secrets.map((padded) => padded.replaceAll("=", ""))]) {
        expect(read(secret)).toBe(secret);
        expect(new Webhook(secret)).toBeDefined();
      }
      for (const wrong of [
        "whsec_abcdefghijklmnop-_qr",
        "whsec_================",
        "whsec_abcdefghijklmnopq",
        "whsec_abcdefghijklmnopqr===",
        "my whsec_abcdefghijklmnop",
      ])
        expect(() => read(wrong)).toThrow("MAIL_WEBHOOK_SECRET must be ");
    });

    it("takes what a self-hoster sets", () => {
      const env = { PORT: "8080", HOST: "::", TRUST_PROXY: "2", SITE_URL: "https://site.example/promo/index.html" };
      expect(readStackSettings(resolved(env))).toMatchObject({
        port: 8080,
        host: "::",
        proxies: 2,
        siteUrl: "https://site.example/promo",
      });
    });

    it.each(["127.0.0.1", "0.0.0.0", "::1", "::ffff:127.0.0.1", "localhost"])("listens on %s", (HOST) => {
      expect(readStackSettings(resolved({ HOST })).host).toBe(HOST);
      expect(readStackSettings(resolved({ HOST: HOST.toUpperCase() })).host).toBe(HOST);
    });

    it.each(["[::1]", "127.0.0.1:4711", "fe80::1%eth0", "127.1", "localhost:4173"])("cannot listen on %s", (HOST) => {
      expect(() => readStackSettings(resolved({ HOST }))).toThrow("HOST must be the address to listen on");
    });

    it("names every wrong value at once", () => {
      const env = { PORT: "80800", HOST: "everywhere", TRUST_PROXY: "yes", SITE_URL: "site.example" };
      expect(() => readStackSettings(resolved(env))).toThrow(
        [
          "SITE_URL must be a URL, such as https://example.com.",
          "PORT must be a whole number from 0 to 65535.",
          "HOST must be the address to listen on, such as 127.0.0.1 or 0.0.0.0.",
          "TRUST_PROXY must be a whole number from 0 to 9.",
        ].join("\n"),
      );
    });
  });

  describe("buildEnvironment", () => {
    it("takes the origin of the site for the page's own, and leaves no slash to be doubled", () => {
      const env = {
        SITE_URL: "https://a.example/promo/",
        BASE_PATH: "/promo/",
        PUBLIC_SUPABASE_URL: "https://b.example/",
        PUBLIC_SUPABASE_KEY: "sb_publishable_x",
      };
      expect(buildEnvironment(env, folder)).toEqual({
        BASE_PATH: "/promo/",
        PUBLIC_SITE_URL: "https://a.example",
        PUBLIC_SUPABASE_URL: "https://b.example",
        PUBLIC_SUPABASE_KEY: "sb_publishable_x",
      });
      expect(buildEnvironment({ ...env, PUBLIC_SITE_URL: "https://www.example/" }, folder)).toMatchObject({
        PUBLIC_SITE_URL: "https://www.example",
      });
    });

    it("names every wrong value at once, under the name that was set", () => {
      expect(() => buildEnvironment({ SITE_URL: "a.example", BASE_PATH: "promo" }, folder)).toThrow(
        "BASE_PATH must begin and end with a slash, such as /promo/.\nSITE_URL must be a URL, such as https://example.com.",
      );
    });

    it.each([
      [{ PUBLIC_SUPABASE_URL: "https://a.example" }, "PUBLIC_SUPABASE_URL needs PUBLIC_SUPABASE_KEY beside it."],
      [{ PUBLIC_SUPABASE_KEY: "sb_publishable_x" }, "PUBLIC_SUPABASE_KEY needs PUBLIC_SUPABASE_URL beside it."],
      [{ BASE_PATH: "/rest/v1/" }, "BASE_PATH must not lead to /rest/v1/, where the backend answers."],
    ])("builds no page that cannot talk to its project: %j", (env, problem) => {
      expect(() => buildEnvironment(env, folder)).toThrow(problem);
    });

    it("builds for the path of the site's address, and for no other one", () => {
      const env = { SITE_URL: "https://a.example/promo" };
      expect(buildEnvironment(env, folder)).toEqual({ BASE_PATH: "/promo/", PUBLIC_SITE_URL: "https://a.example" });
      expect(() => buildEnvironment({ ...env, BASE_PATH: "/" }, folder)).toThrow(
        "BASE_PATH must be /promo/, where SITE_URL leads.",
      );
      const preview = { ...env, PUBLIC_SITE_URL: "https://preview.example", BASE_PATH: "/7/" };
      expect(buildEnvironment(preview, folder)).toMatchObject({ BASE_PATH: "/7/" });
    });

    it.each([
      "sb_secret_0123456789abcdefghijklmnop",
      "sb_publishable_…",
      // Base64url, with both characters that Base64 does not have.
      `e30.${Buffer.from('{"x":"\u00bf\u00bf~~\u00bf\u00bf??","role":"service_role"}').toString("base64url")}.c2ln`,
      `e30.${Buffer.from(JSON.stringify({ role: "service_role" })).toString("base64url")}.c2ln`,
    ])("never builds the key %s into the page", (key) => {
      expect(() => buildEnvironment({ PUBLIC_SUPABASE_KEY: key }, folder)).toThrow(
        "PUBLIC_SUPABASE_KEY must be the publishable key as the dashboard shows it, not a secret one, which everybody would see.",
      );
    });

    it.each(["sb_publishable_x", `e30.${Buffer.from(JSON.stringify({ role: "anon" })).toString("base64url")}.c2ln`])(
      "builds the public key %s",
      (key) => {
        const env = { PUBLIC_SUPABASE_URL: "https://a.example", PUBLIC_SUPABASE_KEY: key };
        expect(buildEnvironment(env, folder)).toMatchObject(env);
      },
    );
  });
});
