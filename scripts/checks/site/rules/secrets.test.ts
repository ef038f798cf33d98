import { describe, expect, it } from "vitest";
import { findingsWith, liveSiteWith } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checkSecrets } from "./secrets.ts";

const chunk = "assets/react-12345678.js";
const adding = (text: string) => (source: string) => `${source}\n${text}`;
const token = (role: string) =>
  ["{}", JSON.stringify({ role }), "signature"]
    .map((part) => Buffer.from(`${part}`).toString("base64url"))
    .join(".")
    .replace(/^e30/u, "eyJh");

describe("secrets", () => {
  it.each([
    ["a secret key", chunk, `const k = "sb_secret_${"x".repeat(20)}";`, "a secret key of Supabase"],
    ["an access token", chunk, `const k = "sbp_${"0a".repeat(20)}";`, "an access token of Supabase"],
    ["a service role token", chunk, `const k = "${token("service_role")}";`, "a key of the service role"],
    ["a private key", "index.html", "-----BEGIN RSA PRIVATE KEY-----", "a private key"],
    ["a password", "robots.txt", "# postgres://admin:hunter2@db.example/main", "an address with a password in it"],
  ])("finds %s, without repeating it", async (_fault, file, text, name) => {
    const findings = await findingsWith(checkSecrets, file, adding(text));
    expect(findings).toEqual([
      expect.objectContaining({ level: "wrong", where: `/${file}`, message: `It holds ${name}.` }),
    ]);
    expect(JSON.stringify(findings)).not.toContain(text);
  });

  it.each([
    ["a public key", `const k = "sb_publishable_${"x".repeat(20)}";`],
    ["an anonymous token", `const k = "${token("anon")}";`],
  ])("lets %s be public", async (_what, text) => {
    expect(await findingsWith(checkSecrets, chunk, adding(text))).toEqual([]);
  });

  it("finds a source map, and a script that names one", async () => {
    expect(await findingsWith(checkSecrets, "assets/a.js.map", () => "{}")).toEqual([
      expect.objectContaining({ where: "/assets/a.js.map" }),
    ]);
    expect(await findingsWith(checkSecrets, chunk, adding("//# sourceMappingURL=a.js.map"))).toEqual([
      expect.objectContaining({ message: "It names a source map." }),
    ]);
  });

  it.each([".env", ".git/HEAD", ".vite/manifest.json", "src/page.tsx"])("finds %s in the folder", async (file) => {
    expect(await findingsWith(checkSecrets, file, () => "x")).toEqual([expect.objectContaining({ where: `/${file}` })]);
  });

  it.each(["/.env", "/.git/HEAD", "/.DS_Store", "/.vite/manifest.json", "/assets/react-12345678.js.map"])(
    "asks a published site for %s",
    async (path) => {
      const there = { status: 200, body: Buffer.from("x") };
      const visit = await visitSite(liveSiteWith(({ url }) => (url.pathname === path ? there : undefined)));
      expect(await checkSecrets(visit)).toEqual([expect.objectContaining({ where: path })]);
    },
  );

  it.each([
    ["that sends its page for whatever is not there", () => "", 0],
    ["that leads from whatever is not there to a page that says so", ({ pathname }: URL) => pathname, 1],
  ])("takes nothing for published at a host %s", async (_what, more, redirects) => {
    const home = (url: URL) => ({ status: 200, body: Buffer.from(`<!doctype html><p>Home ${more(url)}`), redirects });
    const visit = await visitSite(liveSiteWith(({ status, url }) => (status === 404 ? home(url) : undefined)));
    expect(await checkSecrets(visit)).toEqual([]);
  });
});
