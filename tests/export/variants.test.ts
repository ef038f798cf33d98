import { readFile, rm, writeFile } from "node:fs/promises";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { pageWords } from "../../components/copy/page.ts";
import { filesBelow } from "../../scripts/build/exportFiles.ts";
import { brand } from "../../server/contract/brand.ts";
import { attributes, build, page, subPath } from "./build.ts";

describe("under a sub-path of another site", () => {
  const out = subPath.folder;
  const text = (file: string) => readFile(`${out}/${file}`, "utf8");

  beforeAll(async () => {
    const unread = ".env.production.local";
    await writeFile(unread, "PUBLIC_RECAPTCHA_SITE_KEY=key-of-another-file\n", { flag: "wx" });
    try {
      // Shells, containers and hosts set NODE_ENV for all programs.
      await build(out, { ...subPath.settings, NODE_ENV: "development" });
    } finally {
      await rm(unread);
    }
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
    const files = (await filesBelow(`${out}/client`)).filter((file) => /\.(?:html|js)$/u.test(file));
    const texts = await Promise.all(files.map((file) => text(`client/${file}`)));
    expect(files.filter((_, index) => texts[index]?.includes("key-of-another-file"))).toEqual([]);
    // Google's reCAPTCHA sets cookies.
    expect(await text("client/index.html")).not.toContain(pageWords.noCookies.text);
  });

  it("has no part that counts visits, and says nothing of that, if they are not to be counted", async () => {
    for (const part of ["sendBeacon", pageWords.visits.text])
      expect(await text("client/index.html")).not.toContain(part);
  });
});

it("names who runs it in the hero, beside the waitlist and in the footer, and is read in one flight with that and the founder's note (docs/decisions/0014)", async () => {
  const folder = "dist/test-signed";
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { PUBLIC_FOUNDER_NOTE } = subPath.settings;
  await build(folder, { PUBLIC_IMPRINT: "Ada Berg, Turku", PUBLIC_FOUNDER_NOTE });
  const document = await page(folder, "index.html");
  const said = ["h1 ~ p:last-child", "#imprint", "#beta blockquote", "#beta figcaption", "footer p:not(nav p)"].map(
    (selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join("|"),
  );
  expect(said).toEqual([
    "Not released yet. Free to join. No cookies.Built by Ada Berg, Turku",
    "WhoAda Berg, Turku",
    "I sent invoices late for ten years. This is what I needed.",
    "Ada Berg, Turku",
    expect.stringContaining(`© 2024 ${brand} · Ada Berg, Turku`),
  ]);
  expect((await readFile(`${folder}/client/index.html.br`)).length).toBeLessThanOrEqual(13_500);
});
