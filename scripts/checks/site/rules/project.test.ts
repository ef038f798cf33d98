import { expect, it } from "vitest";
import { embeddedPublishableKey } from "../../../../server/contract/embedded.ts";
import { NoAnswerError } from "../answers/site.ts";
import { liveSiteWith } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checkProject } from "./project.ts";

const key = "sb_publishable_abc";
const token = ["eyJh", "eyJi", "c"].join(".");
const project = "https://api.shop.example";
const forms = `fetch("${project}/functions/v1/forms/waitlist")`;
const settings = { disable_signup: false, mailer_autoconfirm: false, external: { email: true } };

/** Checks a published page with this script, whose projects answer `apikey` with `status`. */
async function checked(script: string, status: (apikey: string) => number, body: unknown = settings) {
  const site = liveSiteWith(({ url, headers }) => {
    // An operator may have added other addresses, such as that of a service that counts visitors.
    headers.set("content-security-policy", `connect-src 'self' ${project} https://counter.example`);
    return url.pathname === "/assets/react-12345678.js" ? { body: Buffer.from(script) } : undefined;
  });
  const asked: string[] = [];
  const visit = await visitSite({
    ...site,
    get: async (url, headers) => {
      if (headers === undefined) return site.get(url);
      asked.push(url.href);
      const answer = await site.get(site.address);
      return { ...answer, status: status(headers["apikey"] ?? ""), body: Buffer.from(JSON.stringify(body)) };
    },
  });
  return { asked, findings: await checkProject(visit) };
}

it.each([
  ["a publishable key", `const k = "${key}"; ${forms}`],
  ["a legacy key", `const k = "${token}"; ${forms}`],
])("finds %s that the project does not accept", async (_what, script) => {
  const { asked, findings } = await checked(script, (apikey) => (script.includes(apikey) ? 401 : 200));
  expect(asked).toEqual([`${project}/auth/v1/settings`]);
  expect(findings).toEqual([
    expect.objectContaining({ level: "wrong", message: expect.stringContaining(`${project} does not accept`) }),
  ]);
  expect(await checked(script, () => 200)).toMatchObject({ findings: [] });
});

it("does not know where the project does not answer", async () => {
  const { findings } = await checked(`"${key}"; ${forms}`, () => {
    throw new NoAnswerError(new URL("https://project.example/"), "ECONNREFUSED");
  });
  expect(findings).toEqual([expect.objectContaining({ level: "unknown" })]);
});

it.each([
  ["such as for one that is paused", 540, {}, "with HTTP 540"],
  ["such as a page to log in that a redirect led to", 200, "<!doctype html>", "not as an auth service does"],
])("does not know where something answers in place of the project, %s", async (_what, status, body, why) => {
  const { findings } = await checked(`"${key}"; ${forms}`, () => status, body);
  expect(findings).toEqual([expect.objectContaining({ level: "unknown", message: expect.stringContaining(why) })]);
});

it("asks nobody about the key of an embedded stack", async () => {
  const script = `"${embeddedPublishableKey}"; fetch("/functions/v1/forms/waitlist")`;
  expect((await checked(script, () => 401)).asked).toEqual([]);
});
