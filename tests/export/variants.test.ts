import { readFile, rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSiteHeaders } from "../../server/hosting/siteHeaders.ts";
import { attributes, build, page } from "./build.ts";

describe("under a sub-path of another site", () => {
  const out = "dist/test-variant";
  let warnings = "";
  const text = (file: string) => readFile(`${out}/${file}`, "utf8");

  beforeAll(async () => {
    const unread = ".env.production.local";
    await writeFile(unread, "PUBLIC_IMPRINT=Keelbook of another file\n", { flag: "wx" });
    try {
      warnings = await build(out, {
        BASE_PATH: "/promo/",
        PUBLIC_SITE_URL: "https://books.example",
        PUBLIC_SUPABASE_URL: "https://project.supabase.example/",
        PUBLIC_SUPABASE_KEY: "sb_publishable_of_the_project",
        PUBLIC_RECAPTCHA_SITE_KEY: "6Lc-site-key",
      });
    } finally {
      await rm(unread);
    }
  });
  afterAll(() => rm(out, { recursive: true, force: true }));

  it("is built without advice on how to time the bundler", () => {
    expect(warnings).not.toMatch(/timing/iu);
  });

  it("keeps all its own addresses below it", async () => {
    for (const name of ["index.html", "404.html"]) {
      const document = await page(out, name);
      const addresses = [...attributes(document, "href"), ...attributes(document, "src")];
      const own = addresses.filter((address) => !/^(?:#|mailto:|https:)/u.test(address));
      expect(own.length).toBeGreaterThan(1);
      expect(own.filter((address) => !address.startsWith("/promo/"))).toEqual([]);
    }
    expect((await page(out, "404.html")).querySelector("main a")?.getAttribute("href")).toBe("/promo/");
  });

  it("uses its full address wherever one is required", async () => {
    const address = "https://books.example/promo/";
    const document = await page(out, "index.html");
    expect(document.querySelector('link[rel="canonical"]')?.getAttribute("href")).toBe(address);
    expect(document.querySelector('meta[property="og:image"]')?.getAttribute("content")).toBe(`${address}og.png`);
    expect(await text("client/sitemap.xml")).toContain(`<loc>${address}</loc>`);
    expect(await text("client/robots.txt")).toContain(`Sitemap: ${address}sitemap.xml`);
  });

  it("has no setting of a file that Vite would read beside .env", async () => {
    expect(await text("client/index.html")).not.toContain("Keelbook of another file");
  });

  it("points there in the files for hosts", async () => {
    expect((await readSiteHeaders(`${out}/headers.json`)).base).toBe("/promo/");
    expect(await text("client/_headers")).toMatch(/\n\/promo\/assets\/chunks\/[\w-]{6}\.js\n {2}cache-control/u);
    expect(await text("hosting/nginx.conf")).toContain("error_page 404 /promo/404.html;");
    expect(await text("hosting/Caddyfile")).toContain("rewrite * /promo/404.html");
  });

  it("lets the page speak to Supabase and to reCAPTCHA, and to no one else", async () => {
    const { documents } = await readSiteHeaders(`${out}/headers.json`);
    const policy = documents["content-security-policy"];
    expect(policy).toContain("connect-src 'self' https://project.supabase.example https://www.google.com/recaptcha/;");
    expect(policy).toContain("frame-src https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;");
    expect(policy?.match(/https:\/\/[^/; ]+/gu)?.filter((origin) => !/google|gstatic|supabase/u.test(origin))).toEqual(
      [],
    );
  });
});

it("refuses a base path that would break the not-found page", async () => {
  await expect(build("dist/test-refused", { BASE_PATH: "promo" })).rejects.toThrow(
    "BASE_PATH must begin and end with a slash, such as /promo/.",
  );
});

it("refuses a folder outside of the project, where a build would not find its packages", async () => {
  await expect(build("../keelbook-export")).rejects.toThrow("../keelbook-export is not below the project.");
});
