import { describe, expect, it } from "vitest";
import { headerTable } from "../../build/hosting/writeHostFiles.ts";
import { CliError } from "../../data/errors.ts";
import type { Finding } from "../../../server/launch/finding.ts";
import { thisRelease } from "../../../server/lib/release.ts";
import { checkEncryption } from "./encryption.ts";
import { checkForms, checkVersion } from "./forms.ts";
import { checkHeaders } from "./headers.ts";
import { checkAddresses, checkContact, checkImprint, checkProject } from "./page.ts";
import { type Build, openPublished, type Published } from "./published.ts";
import { checkSecrets } from "./secrets.ts";
import { unreachableRemedy } from "./site.ts";

const home = "https://shop.example/";
const project = "https://abc.supabase.co";
const jwt = (role: string) => `eyJhbGciOiJIUzI1NiJ9.${btoa(JSON.stringify({ role })).replaceAll("=", "")}.c2lnbmF0dXJl`;

const build: Build = {
  headers: headerTable("/", `default-src 'none'; connect-src 'self' ${project}`),
  page: `<!doctype html><link rel="canonical" href="${home}"/><p id="imprint">Shop Ltd</p><div data-island="waitlist">`,
  scripts: `fetch(u,{headers:{apikey:"sb_publishable_abc"}})`,
};

interface Answer {
  text?: string;
  status?: number;
  headers?: Record<string, string>;
  to?: string;
}
const { everywhere, documents, pages } = build.headers;
const delivered = { ...everywhere, ...documents, ...pages, "strict-transport-security": "max-age=31536000" };
const settings = JSON.stringify({ disable_signup: false, mailer_autoconfirm: false, external: { email: true } });
const sound: Record<string, Answer> = {
  [home]: { text: build.page, headers: delivered },
  "http://shop.example/": { to: home },
  [`${project}/functions/v1/forms/health`]: {
    text: '{"status":"ok"}',
    headers: { "access-control-allow-origin": "https://shop.example" },
  },
  [`${project}/functions/v1/forms/captcha`]: { text: "{}" },
  [`${project}/auth/v1/settings`]: { text: settings },
};

/** Visits a published site whose host answers correctly except for some changes; `undefined` stands for no answer. */
function visited(
  changes: Record<string, Answer | undefined> = {},
  address = home,
  here = build,
  ends = new Date(Date.now() + 20 * 86_400_000),
): Promise<Published> {
  const all: Record<string, Answer | undefined> = { ...sound, ...changes };
  const get = async (asked: URL) => {
    if (asked.href in all && !all[asked.href]) throw new CliError("unreachable", `${asked.href} does not answer`);
    const given: Answer = all[asked.href] ?? { status: 404, headers: delivered };
    const { text = "", status = 200, headers = {} } = given.to === undefined ? given : (all[given.to] ?? {});
    const url = given.to === undefined ? asked : new URL(given.to);
    return { url, redirected: url !== asked, status, headers: new Headers(headers), text };
  };
  return openPublished(new URL(address), get, async () => ends, here);
}

const messages = (findings: readonly Finding[]) => findings.map(({ level, message }) => `${level}: ${message}`);

it.each([
  checkProject,
  checkForms,
  checkImprint,
  checkContact,
  checkAddresses,
  checkSecrets,
  checkEncryption,
  checkHeaders,
])("%o finds nothing on a sound site", async (check) => expect(await check(await visited())).toEqual([]));

type Case = [what: string, changes: Record<string, Answer | undefined>, expected: RegExp];

const cases = (check: (published: Published) => Promise<Finding[]>, faults: Case[]) =>
  it.each(faults)("finds %s", async (_what, changes, expected) => {
    const found = messages(await check(await visited(changes)));
    expect(found.join("\n")).toMatch(expected);
  });

const withHeaders = (changed: Record<string, string>): Record<string, Answer> => ({
  [home]: { text: build.page, headers: { ...delivered, ...changed } },
});

describe("version", () => {
  const health = (version: string): Answer => ({ text: JSON.stringify({ status: "ok", version }) });
  const of = async (page: string, backend: Answer | undefined) =>
    checkVersion(
      await visited({
        [`${home}no-such-page/here`]: { status: 404, text: `<meta name="generator" content="prelaunch ${page}"/>` },
        [`${project}/functions/v1/forms/health`]: backend,
      }),
    );
  const older = "0.9.0+1a2b3c4";
  const here = thisRelease();

  it("is named of page and form backend, whatever their commits", async () => {
    expect(messages(await of(`${older}`, health("0.9.0+5d6e7f8")))).toEqual([
      `ok: The page is of version ${older}, the form backend of 0.9.0+5d6e7f8.`,
    ]);
  });

  it("that differs names what has to follow", async () => {
    expect(await of(older, health(here))).toMatchObject([
      {
        level: "warning",
        message: `The page is of version ${older}, the form backend of ${here}.`,
        remedy: expect.stringMatching(/^Publish the page/u),
      },
    ]);
    expect(await of(here, health(older))).toMatchObject([
      { level: "warning", remedy: expect.stringContaining("deploy") },
    ]);
    expect(await of(here, undefined)).toMatchObject([{ level: "warning", remedy: expect.stringContaining("deploy") }]);
  });

  it("is not known where the host has a not-found page of its own", async () => {
    expect(await checkVersion(await visited())).toMatchObject([{ level: "unknown" }]);
  });
});

describe("project", () => {
  cases(checkProject, [
    ["a page behind a login", { [home]: { status: 401 } }, /^wrong: The page is answered with HTTP 401\.$/u],
    ["another page", { [home]: { text: "<h1>Hello</h1>" } }, /^wrong: It is not the page of this project/u],
    ["another build", { [home]: { text: `${build.page} ` } }, /^unknown: Another page is published than the one/u],
  ]);
});

describe("forms", () => {
  const health = `${project}/functions/v1/forms/health`;
  cases(checkForms, [
    ["a form backend that is away", { [health]: undefined }, /Nobody can send the page's forms: .* does not answer/u],
    ["a key that was revoked", { [`${project}/auth/v1/settings`]: { status: 401 } }, /^wrong: .* does not accept the/u],
    ["a project that is paused", { [health]: { status: 540 } }, /^wrong: No form backend answers at .* \(HTTP 540\)/u],
    ["no database", { [health]: { text: '{"status":"down"}', status: 503 } }, /cannot store anything \(HTTP 503\)/u],
    [
      "a full disk",
      { [health]: { text: '{"status":"down","down":["disk"]}', status: 503 } },
      /is full: nobody can join/u,
    ],
    ["another site's", { [health]: { text: '{"status":"ok"}' } }, /has another SITE_URL/u],
  ]);

  it("names what the web server of a site does not pass on to the stack of the page below it", async () => {
    const below = `${home}promo/`;
    const json = { text: "{}", headers: { "content-type": "application/json" } };
    const at = async (changes: Record<string, Answer>) => {
      const here = { ...build, headers: headerTable("/promo/", "connect-src 'self'") };
      return messages(await checkForms(await visited({ [below]: { text: build.page }, ...changes }, below, here)));
    };
    const stack = (path: string) => `${home}${path}`;
    const [state, captcha] = [stack("functions/v1/forms/health"), stack("functions/v1/forms/captcha")];
    const forms = { [state]: { ...json, text: '{"status":"ok"}' }, [captcha]: json };
    const missing = "wrong: The web server of https://shop.example does not pass on to the stack: ";
    expect(await at({})).toEqual([`${missing}/functions/v1/, /auth/v1/, /rest/v1/`]);
    expect(await at(forms)).toEqual([`${missing}/auth/v1/, /rest/v1/`]);
    // This is the stack's answer to strangers.
    const refused = {
      [stack("auth/v1/settings")]: { ...json, status: 404 },
      [stack("rest/v1/")]: { ...json, status: 401 },
    };
    expect(await at({ ...forms, ...refused })).toEqual([]);
  });

  it("finds another captcha", async () => {
    const policy = `connect-src 'self' https://www.google.com/recaptcha/ ${project}; frame-src https://www.google.com/recaptcha/`;
    const withGoogle = await visited({}, home, { ...build, headers: headerTable("/", policy) });
    expect(messages(await checkForms(withGoogle))).toEqual([
      expect.stringContaining("The page has reCAPTCHA, the form backend ALTCHA"),
    ]);
  });
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
      `unknown: The page says that it is at ${home}, which was not checked.`,
    ]);
  });
});

describe("imprint", () => {
  cases(checkImprint, [["nobody", { [home]: { text: "" } }, /^warning: The page does not say who runs it\.$/u]]);
});

describe("contact", () => {
  const link = (to: string) => ({ [home]: { text: `<a href=mailto:${to} class="x">` } });
  cases(checkContact, [
    ["an address that cannot exist", link("hello@keelbook.example"), /^wrong: .* hello@keelbook\.example, an address/u],
    ["nothing in another", link("hello@example.org"), /^$/u],
  ]);
});

describe("secrets", () => {
  const holding = (text: string) => ({ [home]: { text: build.page + text } });
  cases(checkSecrets, [
    [
      "a secret key",
      holding('"sb_secret_0123456789abcdefghij"'),
      /^wrong: The page holds a secret key of Supabase\.$/u,
    ],
    ["a key of the service role", holding(jwt("service_role")), /holds a key of the service role\.$/u],
    ["nothing in a long text that nearly is one", holding("eyJ-".repeat(250_000)), /^$/u],
    ["no secret in an anonymous key", holding(jwt("anon")), /^$/u],
    ["settings", { [`${home}.env`]: { text: "A=b" } }, /\.env is not part of the site/u],
    ["nothing where all leads home", { [`${home}.env`]: { to: home } }, /^$/u],
  ]);

  it("finds one in a script", async () => {
    const here = { ...build, scripts: 'k="sb_secret_0123456789abcdefghij"' };
    expect(messages(await checkSecrets(await visited({}, home, here)))).toEqual([
      "wrong: The page holds a secret key of Supabase.",
    ]);
  });
});

it.each([
  [
    "ENOTFOUND",
    true,
    /^The name shop\.example leads nowhere: give it an A or AAAA record with the address of your server,/u,
  ],
  ["ENOTFOUND", false, /^The name shop\.example leads nowhere: give it the record that your static host names,/u],
  ["ECONNREFUSED", true, /^See that the web server in front of the stack runs/u],
  ["ECONNREFUSED", false, /^Publish dist\/client at https:\/\/shop\.example$/u],
])("says what to do where nothing answers: %s, on an own server: %s", (code, isOwn, remedy) => {
  expect(unreachableRemedy(new URL(home), Object.assign(new Error("x"), { code }), isOwn)).toMatch(remedy);
});

describe("encryption", () => {
  const plain = "http://shop.example/";
  cases(checkEncryption, [
    ["a page without", { [plain]: { text: "x" } }, /^wrong: .*is shown without encryption/u],
    ["another one", { [plain]: { to: `${home}assets/forms.js` } }, /^wrong: .*leads to .*forms\.js/u],
    ["nothing where nobody answers without", { [plain]: undefined }, /^$/u],
    ["no memory", withHeaders({ "strict-transport-security": "max-age=0" }), /^warning: .*max-age=0/u],
  ]);

  it("warns of a certificate in the last two weeks before its end", async () => {
    const in13Days = new Date(Date.now() + 13.5 * 86_400_000);
    expect(messages(await checkEncryption(await visited({}, home, build, in13Days)))).toEqual([
      `warning: The certificate of shop.example ends in 13 days, on ${in13Days.toISOString().slice(0, 10)}: then no browser opens the page.`,
    ]);
  });

  it("finds a site that has none, and says where it was not checked", async () => {
    expect(messages(await checkEncryption(await visited({ [plain]: { text: build.page } }, plain)))).toEqual([
      expect.stringContaining("without encryption"),
    ]);
    expect(messages(await checkEncryption(await visited({}, "http://127.0.0.1:4173/")))).toEqual([
      expect.stringMatching(/^unknown: Not checked/u),
    ]);
    expect(messages(await checkEncryption(await visited({}, "https://shop.example:8443/")))).toEqual([
      expect.stringMatching(/^unknown: .* was not checked/u),
    ]);
  });
});

describe("headers", () => {
  const missing = `${home}no-such-page/here`;
  cases(checkHeaders, [
    [
      "none",
      { [home]: { text: build.page } },
      /^wrong: The page comes without x-content-type-options\.\n.*-policy\.$/msu,
    ],
    [
      "those of another build",
      withHeaders({ "content-security-policy": "x" }),
      /another content-security-policy .*: x$/u,
    ],
    ["a page that is kept", withHeaders({ "cache-control": "max-age=9" }), /another cache-control .*: max-age=9$/u],
    ["nothing in spaces", withHeaders({ "cache-control": "public,max-age=0,must-revalidate" }), /^$/u],
    ["none on a page that does not exist", { [missing]: { status: 404 } }, /The not-found page comes without x-/u],
    ["no such page", { [missing]: { headers: delivered } }, /A page that does not exist is answered with HTTP 200/u],
    ["another build", { [home]: { text: "<p>" } }, /^unknown: Not checked/u],
    ["GitHub Pages", withHeaders({ server: "GitHub.com" }), /^unknown: GitHub Pages sends no/u],
  ]);
});
