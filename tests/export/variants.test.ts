import { readFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { authWords } from "../../components/copy/auth.ts";
import { openWords } from "../../components/copy/open.ts";
import { pageWords } from "../../components/copy/page.ts";
import { filesBelow } from "../../scripts/build/exportFiles.ts";
import { brand, defaultContact, defaultSiteUrl } from "../../server/contract/brand.ts";
import { lacking } from "../support/nearest.ts";
import { openChromium } from "../support/chromium.ts";
import { attributes, build, buildTrial, page, subPath, trial } from "./build.ts";

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

  it("names the address that visitors write to, wherever they are asked to", async () => {
    const texts = await Promise.all(
      (await filesBelow(`${out}/client`))
        .filter((file) => /\.(?:html|js)$/u.test(file))
        .map((file) => text(`client/${file}`)),
    );
    expect(lacking(texts.join("\n"), `mailto:${subPath.settings.PUBLIC_CONTACT}`)).toEqual([]);
    expect(texts.filter((code) => code.includes(defaultContact))).toEqual([]);
  });

  it("has no setting of a file that Vite would read beside .env", async () => {
    const files = (await filesBelow(`${out}/client`)).filter((file) => /\.(?:html|js)$/u.test(file));
    const texts = await Promise.all(files.map((file) => text(`client/${file}`)));
    expect(files.filter((_, index) => texts[index]?.includes("key-of-another-file"))).toEqual([]);
    // Google's reCAPTCHA sets cookies.
    expect((await text("client/index.html")).includes(pageWords.stored.noCookies)).toBe(false);
  });

  it("has no part that counts visits, and says nothing of that, if they are not to be counted", async () => {
    const html = await text("client/index.html");
    expect(["sendBeacon", pageWords.stored.visits].filter((part) => html.includes(part))).toEqual([]);
  });
});

describe("once the product, with another brand, is open", () => {
  let out = "";
  const named = (words: string) => words.replaceAll(brand, trial.brand);
  const product = "https://app.books.example/start?from=page";
  beforeAll(async () => {
    const note = subPath.settings.PUBLIC_FOUNDER_NOTE;
    const folder = await buildTrial({ PUBLIC_PRODUCT_URL: product, PUBLIC_FOUNDER_NOTE: note });
    out = join(folder, "dist");
    return () => rm(folder, { recursive: true, force: true });
  });

  it("has no other name in any file of the site and its host", async () => {
    const { host } = new URL(defaultSiteUrl);
    const read = (file: string) => readFileSync(join(out, file), "utf8");
    const naming = (await filesBelow(out)).filter(
      (file) =>
        // The programs contain the mails that `npm run mails` writes; tests/architecture/brand.test.ts checks
        // their sources.
        !file.startsWith("scripts/") &&
        /\.(?:html|js|css|json|txt|xml|conf|svg)$|file$/u.test(file) &&
        [brand, host].some((name) => read(file).includes(name)),
    );
    expect(naming).toEqual([]);
    expect(lacking(await readFile(join(out, "client/index.html"), "utf8"), trial.brand, trial.host)).toEqual([]);
  });

  it("leads to it from the navigation, the badge, the first button and one section in the place of both forms", async () => {
    const document = await page(out, "index.html");
    const leading = [...document.querySelectorAll(`a[href="${product}"]`)].map((link) => link.textContent.trim());
    const { action, badge } = openWords;
    const { signIn } = authWords.navigation;
    // These are the links of the navigation, on a wide screen and on a phone, of the hero and of the section.
    expect(leading).toEqual([signIn, signIn, badge, action, action].map(named));
    expect(document.querySelector("h1 ~ div a")?.getAttribute("href")).toBe(product);
    expect(document.querySelectorAll(`#waitlist a[href="${product}"]`)).toHaveLength(1);
    expect(document.querySelector("#waitlist #beta")?.textContent).toContain(named(openWords.start.beta));
    expect(document.querySelector("#waitlist")?.textContent).toContain(`${trial.brand} is at ${product}`);
    expect(document.querySelectorAll("form, [data-island]")).toHaveLength(0);
    const earlier = [
      "Coming Soon",
      "Not released",
      "No date yet",
      "Join Waitlist",
      "Apply for",
      "will show",
      "will do",
    ];
    expect(earlier.filter((before) => document.body.textContent.includes(before))).toEqual([]);
    const anchors = attributes(document, "href").filter((href) => /^#./u.test(href));
    expect(anchors.filter((anchor) => !document.querySelector(anchor))).toEqual([]);
    expect((await readFile(`${out}/client/index.html.br`)).length).toBeLessThanOrEqual(13_500);
  });

  it("goes on following the links of mails and of friends", async () => {
    const browser = await openChromium();
    onTestFinished(() => browser.close());
    const visitor = await browser.newPage();
    const errors: string[] = [];
    visitor.on("pageerror", (error) => errors.push(error.message));
    await visitor.route("**/*", (route) => {
      const { pathname } = new URL(route.request().url());
      return route
        .fulfill({ path: `${out}/client${pathname === "/" ? "/index.html" : pathname}` })
        .catch(() => route.abort());
    });
    for (const link of ["confirm", "unsubscribe"]) {
      await visitor.goto(`https://keelbook.example/?via=0123ABCD#${link}=${"a".repeat(64)}`);
      await visitor.getByRole("dialog").getByRole("button").first().waitFor();
      await visitor.goto("about:blank");
    }
    expect(errors).toEqual([]);
  });
});

it("names who runs it in the hero, beside the waitlist and in the footer, and is read in one flight with that and the founder's note (docs/decisions/0014)", async () => {
  const folder = "dist/test-signed";
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { PUBLIC_FOUNDER_NOTE } = subPath.settings;
  await build(folder, { PUBLIC_IMPRINT: "Ada Berg, Turku", PUBLIC_FOUNDER_NOTE });
  const document = await page(folder, "index.html");
  const said = [
    "h1 ~ p:last-child",
    "#waitlist #imprint",
    "#waitlist blockquote",
    "#waitlist details p:first-of-type",
    "footer p:not(nav p)",
  ].map((selector) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join("|"));
  expect(said).toEqual([
    "Not released yet. Free to join. No cookies.Built by Ada Berg, Turku",
    "Ada Berg, Turku",
    "I sent invoices late for ten years. This is what I needed.",
    expect.stringContaining("Ada Berg, Turku answers for it: "),
    expect.stringContaining(`© 2024 ${brand} · Ada Berg, Turku`),
  ]);
  expect((await readFile(`${folder}/client/index.html.br`)).length).toBeLessThanOrEqual(13_500);
});
