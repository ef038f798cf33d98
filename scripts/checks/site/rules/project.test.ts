import { expect, it } from "vitest";
import { CliError } from "../../../cli/errors.ts";
import { liveSiteWith } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checkProject } from "./project.ts";

const key = "sb_publishable_abc";
const token = ["eyJh", "eyJi", "c"].join(".");
const usual = `https://${"a".repeat(20)}.supabase.co`;

/** Checks a published page with this script and policy, whose projects answer `apikey` with `status`. */
async function checked(script: string, policy: string | undefined, status: (apikey: string) => number) {
  const site = liveSiteWith(({ url, headers }) => {
    if (policy !== undefined) headers.set("content-security-policy", policy);
    return url.pathname === "/assets/react-12345678.js" ? { body: Buffer.from(script) } : undefined;
  });
  const asked: string[] = [];
  const visit = await visitSite({
    ...site,
    get: async (url, headers) => {
      if (headers === undefined) return site.get(url);
      asked.push(url.href);
      return { ...(await site.get(site.address)), status: status(headers["apikey"] ?? "") };
    },
  });
  return { asked, findings: await checkProject(visit) };
}

it.each([
  ["a publishable key", `const k = "${key}";`, "connect-src 'self' https://api.shop.example; img-src 'self'"],
  ["a legacy key", `const k = "${token}";`, "default-src 'none'; connect-src 'self' https://api.shop.example"],
  ["a key on a host that sends no policy", `const k = "${key}", u = "${usual}";`, undefined],
])("finds %s that the project does not accept", async (_what, script, policy) => {
  const project = policy === undefined ? usual : "https://api.shop.example";
  const { asked, findings } = await checked(script, policy, (apikey) => (script.includes(apikey) ? 401 : 200));
  expect(asked).toEqual([`${project}/auth/v1/settings`]);
  expect(findings).toEqual([
    expect.objectContaining({ level: "wrong", message: expect.stringContaining(`${project} does not accept`) }),
  ]);
  expect(await checked(script, policy, () => 200)).toMatchObject({ findings: [] });
});

it("does not know where the project does not answer", async () => {
  const { findings } = await checked(`"${key}", "${usual}"`, undefined, () => {
    throw new CliError("unreachable", "It does not answer.");
  });
  expect(findings).toEqual([expect.objectContaining({ level: "unknown" })]);
});

it("does not know where something answers in place of the project, such as for one that is paused", async () => {
  const { findings } = await checked(`"${key}", "${usual}"`, undefined, () => 540);
  expect(findings).toEqual([
    expect.objectContaining({ level: "unknown", message: expect.stringContaining("with HTTP 540") }),
  ]);
});

it("asks nobody about a page whose backend has its own origin", async () => {
  expect((await checked(`"${key}"`, "connect-src 'self'", () => 401)).asked).toEqual([]);
});
