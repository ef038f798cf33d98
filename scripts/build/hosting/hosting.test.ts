import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { contentSecurityPolicy } from "./contentSecurityPolicy.ts";
import { headerTable } from "./writeHostFiles.ts";
import { netlifyHeaders, netlifyRedirects } from "./netlify.ts";
import { vercelJson } from "./vercel.ts";

const sha256 = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
const documents = [
  { scripts: ["early()", "entry()"], style: "p{}" },
  { scripts: ["missing()"], style: "p{}" },
];
const scripts = `script-src 'self' ${["early()", "entry()", "missing()"].map(sha256).join(" ")}`;
const [own, below] = [headerTable("/", "the policy"), headerTable("/promo/", "the policy")];

/** The test states the whole policy, because a page works as well without most of it. */
describe("the headers of every document", () => {
  it("is a policy that allows what the pages have, and nobody to frame them", () => {
    const policy = contentSecurityPolicy({ documents, supabaseOrigin: undefined, recaptcha: false });
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      scripts,
      `style-src ${sha256("p{}")}`,
      "img-src 'self'",
      "font-src 'self'",
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
    const policy = contentSecurityPolicy({ documents, supabaseOrigin: "https://a.supabase.co", recaptcha: true });
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `${scripts} https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/`,
      `style-src ${sha256("p{}")}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self'",
      "font-src 'self'",
      "connect-src 'self' https://a.supabase.co https://www.google.com/recaptcha/",
      "worker-src 'none'",
      "frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it("comes with the other headers, and only files with a hash in their names may be kept", () => {
    expect(own).toEqual({
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

  it("reaches hosts that read it from a file, below a base path", () => {
    const { everywhere, documents: always, assets } = below;
    const list = (headers: Record<string, string>) => Object.entries(headers).map(([key, value]) => ({ key, value }));
    expect(JSON.parse(vercelJson(below, ["assets/a.1234.js"])).headers).toEqual([
      { source: "/promo/(.*)", headers: list({ ...everywhere, ...always }) },
      { source: "/promo/assets/a.1234.js", headers: list(assets) },
    ]);
    expect(netlifyHeaders(below, ["assets/a.1234.js"])).toMatch(
      /^\/promo\/\*\n(?: {2}[a-z-]+: .*\n)+\n\/promo\/assets\/a\.1234\.js\n {2}cache-control: public, max-age=31536000, immutable\n$/u,
    );
  });
});

describe("a base path", () => {
  it("has Vercel serve the page below it, as well as its files, and add the slash at the end", () => {
    const { redirects, rewrites } = JSON.parse(vercelJson(below, []));
    // Vercel compares the whole path, and takes a group in parentheses for a regular expression.
    const [{ source, destination }] = rewrites;
    const served = (path: string) => path.replace(new RegExp(`^${source}$`, "u"), destination);
    expect(["/promo/", "/promo/assets/a.js", "/promotion"].map(served)).toEqual(["/", "/assets/a.js", "/promotion"]);
    expect(redirects).toEqual([
      { source: "/promo/index.html", destination: "/promo/", permanent: true },
      { source: "/promo", destination: "/promo/", permanent: true },
    ]);
  });

  it("has Netlify serve the page with and without the slash, and Cloudflare add it", () => {
    // The first match counts. For Netlify /promo/* matches /promo too, and /promo matches /promo/: before it, it
    // would be a loop.
    expect(netlifyRedirects(below)).toBe("/promo/index.html /promo/ 301\n/promo/* /:splat 200\n/promo /promo/ 301\n");
  });

  it("is not needed for one address of the page", () => {
    expect(netlifyRedirects(own)).toBe("/index.html / 301\n");
    expect(JSON.parse(vercelJson(own, []))).not.toHaveProperty("rewrites");
  });
});
