import { expect, it } from "vitest";
import { type Answer, NoAnswerError } from "../answers/site.ts";
import { liveSiteWith } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checkForms } from "./forms.ts";

const project = "https://api.shop.example";
const own = "https://shop.example";

/** Checks a published page that sends its forms to `backend`, where the health check is answered by `answer`. */
async function checked(
  backend: string,
  answer: () => Partial<Answer>,
  captcha: Partial<Answer> = {},
  more = "",
  address?: URL,
) {
  const site = liveSiteWith(
    ({ url }) =>
      url.pathname === "/assets/react-12345678.js"
        ? { body: Buffer.from(`fetch(\`${backend}/functions/v1/forms\`+path)${more}`) }
        : undefined,
    address,
  );
  const asked: [string, Record<string, string> | undefined][] = [];
  const visit = await visitSite({
    ...site,
    get: async (url, headers) => {
      if (!url.pathname.startsWith("/functions/")) return site.get(url);
      if (url.pathname.endsWith("/captcha")) return { ...(await site.get(site.address)), ...captcha };
      asked.push([url.href, headers]);
      return { ...(await site.get(site.address)), status: 200, ...answer() };
    },
  });
  const findings = await checkForms(visit);
  return { asked, found: findings.map(({ level, message }) => `${level}: ${message}`) };
}

const body = (content: unknown) => Buffer.from(typeof content === "string" ? content : JSON.stringify(content));
const up = { body: body({ status: "ok" }) };
const allowing = (origin: string) => ({ ...up, headers: new Headers({ "access-control-allow-origin": origin }) });

it.each([
  [project, allowing(own)],
  ["", up],
])("finds nothing wrong where the form backend at %j answers", async (backend, answer) => {
  expect(await checked(backend, () => answer)).toEqual({
    asked: [[`${backend || own}/functions/v1/forms/health`, { origin: own }]],
    found: [],
  });
});

it.each([
  ["a page that was built for its own origin, on a static host", "", { status: 404, body: body("<!doctype html>") }],
  ["a host that answers everything with its page", "", { body: body("<!doctype html>") }],
  ["a project without the function", project, { status: 404, body: body({ code: "NOT_FOUND" }) }],
  ["a redirect, which leads a form nowhere", project, { ...allowing(own), redirects: 1 }],
])("finds that no form backend answers %s", async (_what, backend, answer) => {
  expect((await checked(backend, () => answer)).found).toEqual([
    expect.stringMatching(/^wrong: Nobody can send its forms: no form backend answers at https:/u),
  ]);
});

it("finds a form backend that does not answer at all, or has no database", async () => {
  const silent = () => {
    throw new NoAnswerError(new URL(project), "ECONNREFUSED");
  };
  expect((await checked(project, silent)).found).toEqual([expect.stringContaining("does not answer: ECONNREFUSED")]);
  const down = { ...allowing(own), status: 503, body: body({ status: "down", down: ["store"] }) };
  expect((await checked(project, () => down)).found).toEqual([expect.stringContaining("cannot store anything")]);
});

it("finds a form backend whose answers the page may not read", async () => {
  expect((await checked(project, () => allowing("https://www.shop.example"))).found).toEqual([
    expect.stringContaining(`deployed with another SITE_URL, and browsers let no page of ${own} read its answers.`),
  ]);
  // A copy on this machine is not what visitors use.
  const copy = new URL("http://127.0.0.1:4173/");
  expect((await checked(project, () => allowing(own), {}, "", copy)).found).toEqual([]);
});

const problem = { status: 404, headers: new Headers({ "content-type": "application/problem+json" }) };
const google = ';"https://www.google.com/recaptcha/api.js"';

it("finds a page that was built for another captcha than its form backend's", async () => {
  const found = async (captcha: Partial<Answer>, more: string) => (await checked("", () => up, captcha, more)).found;
  expect(await found({}, google)).toEqual([expect.stringContaining("has reCAPTCHA, and its form backend ALTCHA")]);
  expect(await found(problem, "")).toEqual([expect.stringContaining("has ALTCHA, and its form backend reCAPTCHA")]);
  expect([...(await found({}, "")), ...(await found(problem, google))]).toEqual([]);
  // At its limit of challenges it does not tell.
  expect(await found({ ...problem, status: 429 }, "")).toEqual([]);
});
