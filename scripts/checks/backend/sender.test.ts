import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readMailSettings } from "../../../server/settings/hosts.ts";
import { resolveSettings } from "../../../server/settings/resolve.ts";
import { unmailed } from "../../../server/settings/rules.ts";
import { type StackFacts, stackFactsOf } from "../../../server/settings/running.ts";
import type { Finding } from "../../../server/launch/finding.ts";
import { checkSettings } from "./backend.ts";
import { checkMailDomain } from "./mailDomain.ts";
import { checkSender } from "./sender.ts";

const levels = (findings: readonly Finding[]) => findings.map(({ level, message }) => `${level}: ${message}`);

const sender = { RESEND_API_KEY: "re_x", MAIL_FROM: "hello@keelbook.example" };
const senderWith = async (env: Record<string, string>, embedded = true) => {
  const settings = resolveSettings({}, { DATA_FOLDER: join(tmpdir(), "no-such-folder"), ...env }, tmpdir());
  return levels(await checkSender({ embedded, settings }, { resolveTxt: async () => [] }));
};

describe("a sender with Resend", () => {
  const warned = async (env: Record<string, string>) =>
    (await senderWith({ SITE_URL: "https://keelbook.example", PRODUCT_URL: "https://app.example", ...env })).filter(
      (line) => line.startsWith("warning"),
    );

  it("does not hear of bounces, complaints and failures without the secret of the webhook", async () => {
    const warning =
      "warning: MAIL_WEBHOOK_SECRET is not set here: mails that bounce, fail or are reported as spam count as sent.";
    expect(await warned(sender)).toEqual([warning]);
    expect(await warned({ ...sender, MAIL_WEBHOOK_SECRET: `whsec_${btoa("x".repeat(32))}` })).toEqual([]);
    expect(await warned({ SMTP_URL: "smtp://localhost:1025", MAIL_FROM: "hello@keelbook.example" })).toEqual([]);
  });
});

it("a running stack is judged by what it runs with", async () => {
  const runs = stackFactsOf({ mail: readMailSettings(sender), siteUrl: "https://keelbook.example" });
  const settings = resolveSettings({}, { DATA_FOLDER: join(tmpdir(), "no-such-folder") }, tmpdir());
  const judged = async (context: Parameters<typeof checkSender>[0]) =>
    levels(await checkSender(context, { resolveTxt: async () => [] })).join("\n");
  expect(await judged({ embedded: true, settings })).toMatch(
    /^ok: Mails go to files in the inbox\.\nwarning: The launch mail leads nowhere yet: PRODUCT_URL is not set\./u,
  );
  expect(await judged({ embedded: true, settings, runs })).toMatch(/^warning: [^]*wrong: .* no SPF record/u);
});

it("a proxy that the stack does not trust is found by a public address with a certificate, which the stack has not", () => {
  const judged = (env: Record<string, string>, runs?: StackFacts) =>
    levels(
      checkSettings({ embedded: true, settings: resolveSettings({}, env, tmpdir()), ...(runs && { runs }) }),
    ).join();
  const SITE_URL = "https://keelbook.example";
  expect(judged({ SITE_URL })).toMatch(/^wrong: TRUST_PROXY is 0/u);
  for (const env of [{ SITE_URL, TRUST_PROXY: "1" }, { SITE_URL: "http://localhost:4173" }])
    expect(judged(env)).toMatch(/^ok: /u);
  expect(judged({ SITE_URL }, stackFactsOf({ mail: readMailSettings({}), siteUrl: SITE_URL, proxies: 1 }))).toMatch(
    /^ok: /u,
  );
});

it("the product's address is judged: none yet, one that nobody reaches, one without encryption", async () => {
  const judged = async (PRODUCT_URL: string) =>
    (await senderWith({ ...sender, SITE_URL: "https://keelbook.example", PRODUCT_URL })).at(-1);
  expect(await judged("")).toContain("warning: The launch mail leads nowhere yet: PRODUCT_URL is not set.");
  expect(await judged("https://app.example/x")).toContain("ok: The launch mail leads to app.example,");
  expect(await judged("http://localhost:3000")).toMatch(/^wrong: .*PRODUCT_URL leads to it/u);
  expect(await judged("http://app.example")).toBe("unknown: Not checked, as its settings are wrong.");
});

it("a public site without a sender is judged in the words of the settings", async () => {
  expect(await senderWith({ SITE_URL: "https://keelbook.example" })).toContain(`wrong: ${unmailed}`);
});

describe("mails with links that nobody can follow", () => {
  const judged = async (...sent: Parameters<typeof senderWith>) =>
    (await senderWith(...sent)).filter((line) => line.includes("their links"));

  it("are found where the site has no public address", async () => {
    const found = [
      expect.stringMatching(/^wrong: SITE_URL must be the public address of the site: mails leave this machine/u),
    ];
    expect(await judged(sender)).toEqual(found);
    expect(await judged({ ...sender, SITE_URL: "http://localhost:4173" })).toEqual(found);
  });

  it("are none where it has one, where mails stay here, and on a hosted project, which requires one", async () => {
    expect(await judged({ ...sender, SITE_URL: "https://keelbook.example" })).toEqual([]);
    expect(await judged({ ...sender, SUPABASE_URL: "https://abc.supabase.co" }, false)).toEqual([]);
  });
});

describe("what the DNS of the sender's domain says", () => {
  const noRecord = Object.assign(new Error("queryTxt ENOTFOUND"), { code: "ENOTFOUND", syscall: "queryTxt" });
  const noAnswer = Object.assign(new Error("queryTxt ETIMEOUT"), { code: "ETIMEOUT", syscall: "queryTxt" });
  const look = async (zone: Record<string, string[]>, route: "smtp" | "resend" = "smtp", missing = noRecord) =>
    levels(
      await checkMailDomain("hello@mail.keelbook.example", route, {
        resolveTxt: async (name) => {
          const texts = zone[name];
          if (!texts) throw missing;
          // The DNS splits a long text in the same way.
          return texts.map((text) => [text.slice(0, 9), text.slice(9)]);
        },
      }),
    );
  const all = {
    "mail.keelbook.example": ["a word", "v=spf1 include:provider.example ~all"],
    "s1._domainkey.mail.keelbook.example": ["v=DKIM1; k=rsa; p=MIGfMA0"],
    "_dmarc.keelbook.example": ["v=DMARC1; p=reject"],
  };

  it("is that all is set", async () => {
    expect(await look(all)).toEqual([
      "ok: mail.keelbook.example says who may send for it (SPF).",
      "ok: mail.keelbook.example has a key for signatures (DKIM, s1).",
      "ok: keelbook.example says what to do with forged mails (DMARC).",
    ]);
  });

  it("is what is missing, and what cannot be seen from outside", async () => {
    expect(await look({})).toEqual([
      "wrong: mail.keelbook.example has no SPF record.",
      "unknown: mail.keelbook.example has no DKIM key under a usual name.",
      "wrong: mail.keelbook.example has no DMARC record.",
    ]);
    expect((await look({}, "resend"))[1]).toMatch(/^wrong: .* resend\._domainkey/u);
  });

  it("is what would do harm", async () => {
    const spf = async (...texts: string[]) => (await look({ "mail.keelbook.example": texts }))[0];
    expect(await spf("v=spf1 ~all", "v=spf1 -all")).toMatch(/^wrong: .* 2 SPF records/u);
    expect(await spf("v=spf1 +all")).toMatch(/^wrong: .* everybody/u);
    expect(await spf("v=spf10 -all")).toMatch(/^wrong: .* no SPF/u);
    const revoked = { "s1._domainkey.mail.keelbook.example": ["v=DKIM1; p="] };
    expect((await look(revoked))[1]).toMatch(/^unknown/u);
  });

  it("is looked up under Resend's own names with Resend", async () => {
    const zone = {
      "send.mail.keelbook.example": ["v=spf1 include:amazonses.com ~all"],
      "resend._domainkey.mail.keelbook.example": ["p=MIGfMA0"],
      "_dmarc.mail.keelbook.example": ["v=DMARC1;p=none"],
    };
    expect((await look(zone, "resend")).map((line) => line.split(":")[0])).toEqual(["ok", "ok", "ok"]);
    expect((await look(all, "resend"))[0]).toBe("ok: mail.keelbook.example says who may send for it (SPF).");
  });

  it("is unknown where nobody answers", async () => {
    const found = await look({}, "resend", noAnswer);
    expect(found.map((line) => line.split(":")[0])).toEqual(["unknown", "unknown", "unknown"]);
  });
});
