import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readSiteHeaders } from "../../../server/lib/siteHeaders.ts";
import { contentSecurityPolicy } from "./contentSecurityPolicy.ts";
import { netlifyHeaders } from "./netlify.ts";
import { headerTable } from "./headerTable.ts";
import { vercelJson } from "./vercel.ts";
import { writeHostFiles } from "./writeHostFiles.ts";

const sha256 = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
const pages = [
  '<style>p{}</style><script>early()</script><script type="application/ld+json">{}</script><script type="module">entry()</script>',
  "<style>p{}</style>",
];

/** Stated whole, because a page works as well without most of it. */
describe("what browsers are told about every document", () => {
  it("is a policy that allows what the page has, and nobody to frame it", () => {
    const policy = contentSecurityPolicy({ pages, supabaseOrigin: undefined, recaptcha: false });
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'self' ${sha256("early()")} ${sha256("entry()")}`,
      `style-src ${sha256("p{}")}`,
      "img-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "require-trusted-types-for 'script'",
      "trusted-types captcha-worker",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it("allows Supabase and Google where the page uses them, and then no worker", () => {
    const policy = contentSecurityPolicy({ pages, supabaseOrigin: "https://a.supabase.co", recaptcha: true });
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'self' ${sha256("early()")} ${sha256("entry()")} https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/`,
      `style-src ${sha256("p{}")}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self'",
      "connect-src 'self' https://a.supabase.co https://www.google.com/recaptcha/",
      "worker-src 'none'",
      "frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it("comes with the other headers, and only files with a hash in their names may be kept", () => {
    expect(headerTable("/", "the policy")).toEqual({
      base: "/",
      everywhere: { "x-content-type-options": "nosniff" },
      documents: {
        "content-security-policy": "the policy",
        "cross-origin-opener-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
        "referrer-policy": "strict-origin-when-cross-origin",
      },
      assets: { "cache-control": "public, max-age=31536000, immutable" },
      pages: { "cache-control": "public, max-age=0, must-revalidate" },
    });
  });

  it.each([
    ["/", "/(.*)", "/*", "/assets/a.1234.js"],
    ["/promo/", "/promo/(.*)", "/promo/*", "/promo/assets/a.1234.js"],
  ])("reaches hosts that read it from a file, below %s", (base, all, splat, asset) => {
    const { everywhere, documents, assets } = headerTable(base, "the policy");
    const list = (headers: Record<string, string>) => Object.entries(headers).map(([key, value]) => ({ key, value }));
    expect(JSON.parse(vercelJson(headerTable(base, "the policy"), ["assets/a.1234.js"])).headers).toEqual([
      { source: all, headers: list({ ...everywhere, ...documents }) },
      { source: asset, headers: list(assets) },
    ]);
    expect(netlifyHeaders(headerTable(base, "the policy"), ["assets/a.1234.js"])).toBe(
      `${splat}
  x-content-type-options: nosniff
  content-security-policy: the policy
  cross-origin-opener-policy: same-origin
  permissions-policy: camera=(), geolocation=(), microphone=(), payment=()
  referrer-policy: strict-origin-when-cross-origin

${asset}
  cache-control: public, max-age=31536000, immutable
`,
    );
  });

  it("allows the styles of every page that is in the export", async () => {
    const out = await mkdtemp(join(tmpdir(), "keelbook-hosts-"));
    onTestFinished(() => rm(out, { recursive: true }));
    for (const folder of ["assets", "about"]) await mkdir(join(out, "client", folder), { recursive: true });
    const canonical = (path: string) => `<link rel="canonical" href="https://keelbook.example/${path}">`;
    await writeFile(join(out, "client/index.html"), `${canonical("")}<style>p{}</style>`);
    await writeFile(join(out, "client/about/index.html"), `${canonical("about/")}<style>q{}</style>`);
    await writeHostFiles(out, {});
    const { base, documents } = await readSiteHeaders(join(out, "headers.json"));
    expect(base).toBe("/");
    for (const style of ["p{}", "q{}"]) expect(documents["content-security-policy"]).toContain(sha256(style));
  });
});
