import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CliError } from "../../cli/errors.ts";
import type { Finding } from "../finding.ts";
import { checkAddresses, checkImprint } from "./addresses.ts";
import { checkForms, checkProject } from "./backend.ts";
import { checkEncryption } from "./encryption.ts";
import { checkPolicy } from "./policy.ts";
import { checkSecrets } from "./secrets.ts";
import { type Visit, visitSite } from "./visit.ts";

const home = "https://shop.example/";
const project = "https://abc.supabase.co";
const [script, style] = ["go()", "body{margin:0}"];
const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = `default-src 'none'; script-src 'self' ${hash(script)}; style-src ${hash(style)}; connect-src ${project}`;
const page = (more: string) =>
  `<!doctype html><title>Shop</title><link rel=canonical href=${home}><style>${style}</style>${more}<script>${script}</script>`;
const jwt = (role: string) => `eyJhbGciOiJIUzI1NiJ9.${btoa(JSON.stringify({ role })).replaceAll("=", "")}.c2lnbmF0dXJl`;

/** What a host answers at an address. */
interface Told {
  text?: string;
  status?: number;
  headers?: Record<string, string>;
  /** Where it redirects to. */
  to?: string;
}
const delivered = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "strict-transport-security": "max-age=31536000",
};
const settings = JSON.stringify({ disable_signup: false, mailer_autoconfirm: false, external: { email: true } });
const sound: Record<string, Told> = {
  [home]: {
    text: page("<p id=imprint>Shop Ltd</p><script type=module src=/assets/entry.js></script>"),
    headers: delivered,
  },
  [`${home}no-such-page/here`]: { text: page(""), status: 404, headers: delivered },
  [`${home}assets/entry.js`]: { text: 'import("./forms.js")' },
  [`${home}assets/forms.js`]: { text: `fetch("${project}/functions/v1/forms/waitlist"); k="sb_publishable_abc"` },
  "http://shop.example/": { to: home },
  [`${project}/functions/v1/forms/health`]: {
    text: '{"status":"ok"}',
    headers: { "access-control-allow-origin": "https://shop.example" },
  },
  [`${project}/functions/v1/forms/captcha`]: { text: "{}" },
  [`${project}/auth/v1/settings`]: { text: settings },
};

/** Visits a published site whose host answers as the sound one does, apart from some changes; `undefined` answers nothing. */
function visited(changes: Record<string, Told | undefined> = {}, address = home): Promise<Visit> {
  const all: Record<string, Told | undefined> = { ...sound, ...changes };
  const get = async (asked: URL) => {
    if (asked.href in all && !all[asked.href]) throw new CliError("unreachable", `${asked.href} does not answer`);
    const told: Told = all[asked.href] ?? { status: 404, headers: delivered };
    const { text = "", status = 200, headers = {} } = told.to === undefined ? told : (all[told.to] ?? {});
    const url = told.to === undefined ? asked : new URL(told.to);
    return { url, redirected: url !== asked, status, headers: new Headers(headers), text };
  };
  return visitSite({ address: new URL(address), get });
}

const messages = (findings: readonly Finding[]) => findings.map(({ level, message }) => `${level}: ${message}`);

it.each([checkProject, checkForms, checkImprint, checkAddresses, checkSecrets, checkEncryption, checkPolicy])(
  "%o finds nothing on a sound site",
  async (check) => expect(await check(await visited())).toEqual([]),
);

type Case = [what: string, changes: Record<string, Told | undefined>, expected: RegExp];

const cases = (check: (visit: Visit) => Promise<Finding[]>, faults: Case[]) =>
  it.each(faults)("finds %s", async (_what, changes, expected) => {
    const found = messages(await check(await visited(changes)));
    expect(found.join("\n")).toMatch(expected);
  });

const withHeaders = (changed: Record<string, string>): Record<string, Told> => ({
  [home]: { ...sound[home], headers: { ...delivered, ...changed } },
});

describe("project", () => {
  cases(checkProject, [
    ["a page behind a login", { [home]: { status: 401 } }, /^wrong: The page is answered with HTTP 401\.$/u],
    ["another page", { [home]: { text: "<h1>Hello</h1>" } }, /^wrong: It is not the page of this project/u],
    ["a key that was revoked", { [`${project}/auth/v1/settings`]: { status: 401 } }, /^wrong: .* does not accept the/u],
    ["a project that is paused", { [`${project}/auth/v1/settings`]: { status: 540 } }, /^unknown: .*HTTP 540/u],
  ]);
});

describe("forms", () => {
  const health = `${project}/functions/v1/forms/health`;
  const google = { text: `${sound[`${home}assets/forms.js`]?.text};"https://www.google.com/recaptcha/api.js"` };
  cases(checkForms, [
    ["a form backend that is away", { [health]: undefined }, /Nobody can send the page's forms: .* does not answer/u],
    ["no database", { [health]: { text: '{"status":"down"}', status: 503 } }, /cannot store anything \(HTTP 503\)/u],
    ["another site's", { [health]: { text: '{"status":"ok"}' } }, /has another SITE_URL/u],
    ["another captcha", { [`${home}assets/forms.js`]: google }, /The page has reCAPTCHA, the form backend ALTCHA/u],
  ]);
});

describe("addresses", () => {
  cases(checkAddresses, [
    ["none", { [home]: { text: "" } }, /says that it is at no address/u],
    ["a preview", withHeaders({ "x-robots-tag": "googlebot: noindex" }), /tells search engines not to list it/u],
  ]);

  it("finds a page at another address than it says", async () => {
    const moved = "https://moved.example/";
    const there = await visited({ [moved]: sound[home] ?? {} }, moved);
    expect(messages(await checkAddresses(there))).toEqual([
      expect.stringContaining(`The page is at ${moved}, but says that it is at ${home}`),
    ]);
    const here = "http://localhost:4173/";
    expect(messages(await checkAddresses(await visited({ [here]: sound[home] ?? {} }, here)))).toEqual([
      `unknown: The page says that it is at ${home}, which was not looked at.`,
    ]);
  });
});

describe("imprint", () => {
  cases(checkImprint, [["nobody", { [home]: { text: page("") } }, /^warning: The page does not say who runs it\.$/u]]);
});

describe("secrets", () => {
  const holding = (text: string) => ({ [`${home}assets/forms.js`]: { text } });
  cases(checkSecrets, [
    ["a secret key", holding('"sb_secret_0123456789abcdefghij"'), /forms\.js holds a secret key of Supabase\.$/u],
    ["a key of the service role", holding(jwt("service_role")), /holds a key of the service role\.$/u],
    ["no secret in an anonymous key", holding(jwt("anon")), /^$/u],
    ["settings", { [`${home}.env`]: { text: "A=b" } }, /\.env is not part of the site/u],
    ["a source map", { [`${home}assets/entry.js.map`]: { text: "{}" } }, /entry\.js\.map is not part/u],
    ["nothing where all leads home", { [`${home}.env`]: { to: home } }, /^$/u],
  ]);
});

describe("encryption", () => {
  const plain = "http://shop.example/";
  cases(checkEncryption, [
    ["a page without", { [plain]: { text: "x" } }, /^wrong: .*is shown without encryption/u],
    ["another one", { [plain]: { to: `${home}assets/forms.js` } }, /^wrong: .*leads to .*forms\.js/u],
    ["nothing where nobody answers without", { [plain]: undefined }, /^$/u],
    ["no memory", withHeaders({ "strict-transport-security": "max-age=0" }), /^warning: .*max-age=0/u],
  ]);

  it("finds a site that has none, and says where it was not looked at", async () => {
    expect(messages(await checkEncryption(await visited({}, plain)))).toEqual([
      expect.stringContaining("without encryption"),
    ]);
    expect(messages(await checkEncryption(await visited({}, "http://127.0.0.1:4173/")))).toEqual([
      expect.stringMatching(/^unknown: Not looked at/u),
    ]);
    expect(messages(await checkEncryption(await visited({}, "https://shop.example:8443/")))).toEqual([
      expect.stringMatching(/^unknown: .* was not looked at/u),
    ]);
  });
});

describe("policy", () => {
  const sending = (value: string) => withHeaders({ "content-security-policy": value });
  cases(checkPolicy, [
    ["none", { [home]: { text: page("") } }, /^wrong: the page comes without a Content-Security-Policy\.$/u],
    ["one of another build", sending(policy.replace(hash(script), hash("old"))), /refuses its inline script "go\(\)/u],
    ["one that allows all", sending(policy.replace(hash(script), "'unsafe-inline'")), /allows every script/u],
    ["a form backend left out", sending(policy.replace(project, "'self'")), /keeps the forms from https:\/\/abc/u],
    ["types to be guessed", withHeaders({ "x-content-type-options": "" }), /x-content-type-options is missing/u],
    ["GitHub Pages", withHeaders({ server: "GitHub.com" }), /^unknown: GitHub Pages sends no/u],
  ]);
});
