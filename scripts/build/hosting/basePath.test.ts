import { expect, it } from "vitest";
import { netlifyRedirects } from "./netlify.ts";
import { headerTable } from "./headerTable.ts";
import { vercelJson } from "./vercel.ts";

const policy = "default-src 'none'";
const [own, below] = [headerTable("/", policy), headerTable("/promo/", policy)];

it("has Vercel serve the page itself below a base path, as well as its files, and add the slash at the end", () => {
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
  // The first match counts. For Netlify /promo/* matches /promo too, and /promo matches /promo/: before it, it would be a loop.
  expect(netlifyRedirects(below)).toBe("/promo/index.html /promo/ 301\n/promo/* /:splat 200\n/promo /promo/ 301\n");
});

it("needs only one address for the page without a base path", () => {
  expect(netlifyRedirects(own)).toBe("/index.html / 301\n");
  expect(JSON.parse(vercelJson(own, []))).not.toHaveProperty("rewrites");
  expect(JSON.parse(vercelJson(own, [])).redirects).toEqual([
    { source: "/index.html", destination: "/", permanent: true },
  ]);
});
