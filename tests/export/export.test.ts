import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { pageWords } from "../../components/copy/page.ts";
import { specificationWords } from "../../components/copy/specifications.ts";
import { filesBelow } from "../../scripts/build/exportFiles.ts";
import { endingWorker } from "../../scripts/build/hosting/siteFiles.ts";
import { hashInputs, isUnchanged } from "../../scripts/build/unchanged.ts";
import { brand, defaultSiteUrl } from "../../server/contract/brand.ts";
import { readSiteHeaders } from "../../server/http/siteHeaders.ts";
import { thisRelease } from "../../server/lib/release.ts";
import { lacking } from "../support/nearest.ts";
import { attributes, page } from "./build.ts";
import { readFetches } from "./fetched.ts";

/** The folder of the export that the set-up has built, without settings. */
const out = "dist";
const site = `${out}/client`;
const read = (file: string) => readFile(join(site, file));
const scripts = (await filesBelow(site)).filter((file) => file.endsWith(".js"));
const size = async (file: string) => (await read(`${file}.br`)).length;

it("is of the sources as they are now", async () => {
  expect(await isUnchanged(out, await hashInputs(".", process.env))).toBe(true);
});

describe("the landing page", () => {
  it("has the specified texts, with the specified anchors", async () => {
    const document = await page(out, "index.html");
    const text = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.textContent.trim());
    expect(text("h1")).toHaveLength(1);
    const parts = ["nav", "h1", "#welcome", "#features", "#specifications", "#waitlist", "#beta", "footer"];
    const places = [...document.querySelectorAll("*")];
    const order = parts.map((part) => places.findIndex((element) => element.matches(part)));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    const { visits, noCookies } = pageWords.stored;
    expect(lacking(String(await read("index.html")), "sendBeacon", visits, noCookies)).toEqual([]);
    expect(lacking(document.body.textContent, "Coming Soon — Join Our Waitlist")).toEqual([]);
    expect(text('main a[href="#beta"]')).toContain("Apply for Beta Access");
    expect(text('main a[href="#waitlist"]')).toContain("Join Waitlist");
    expect(text("#features h3")).toEqual(pageWords.features.cards.map(({ title }) => title));
    expect(text("#specifications h3")).toHaveLength(specificationWords.categories.length);
    expect(text("footer h2")).toEqual(["Product", "Support", "Legal"]);
    expect(text("footer").join()).toContain(`© 2024 ${brand}`);
    expect(document.querySelectorAll("#waitlist form, #beta form")).toHaveLength(2);
  });

  it("says what it says in 600 words, the specification's own not counted, nor what a visitor opens", async () => {
    const document = await page(out, "index.html");
    const own = "h3, #specifications dt, h1 ~ div a, [href='#waitlist'], label, option, [type=submit], footer h2";
    const notShown = "script, style, noscript, details, [class*='print:block']";
    for (const element of document.querySelectorAll(`${notShown}, ${own}`)) element.remove();
    // Texts that touch in the document are not one word.
    for (const element of document.body.querySelectorAll("*")) element.append(" ");
    const said = document.body.textContent.match(/[\p{L}\p{N}]\S*/gu);
    expect(said?.length).toBeGreaterThan(400);
    expect(said?.length).toBeLessThanOrEqual(600);
  });

  it("links only to anchors that exist", async () => {
    const document = await page(out, "index.html");
    const anchors = attributes(document, "href").filter((href) => /^#./u.test(href));
    expect(anchors.length).toBeGreaterThan(1);
    expect(anchors.filter((anchor) => !document.querySelector(anchor))).toEqual([]);
  });

  it("needs no other file to be painted", async () => {
    const document = await page(out, "index.html");
    expect(document.querySelectorAll('link[rel~="stylesheet"], script[src]:not([async]), img, iframe')).toHaveLength(0);
  });

  it("is one file", async () => {
    const document = await page(out, "index.html");
    expect(attributes(document, "src")).toEqual([]);
  });

  it("describes itself to machines", async () => {
    const document = await page(out, "index.html");
    const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute("href");
    expect(document.documentElement.lang).toBe("en");
    // Browsers look for the encoding in the first 1,024 bytes, and the script's length depends on the base
    // path.
    expect(document.head.firstElementChild?.getAttribute("charset")).toBe("utf-8");
    // Search engines show only so much of them, for a brand of ten letters.
    const lengthOf = (text: string) => text.replaceAll(brand, "Ten Letter").length;
    expect(lengthOf(document.title)).toBeLessThan(65);
    const description = document.querySelector('meta[name="description"]')?.getAttribute("content") ?? "";
    expect(lengthOf(description)).toBeLessThan(160);
    expect(description).not.toBe("");
    expect(canonical).toBe(`${defaultSiteUrl}/`);
    expect(document.querySelector('meta[property="og:url"]')?.getAttribute("content")).toBe(canonical);
    for (const property of ["og:title", "og:type", "og:image", "og:description"])
      expect(document.querySelector(`meta[property="${property}"]`)?.getAttribute("content")).toBeTruthy();
    expect(document.querySelector('meta[name="viewport"]')?.getAttribute("content")).toContain("width=device-width");
    expect(document.querySelector('meta[name="robots"]')).toBeNull();
    expect(String(await read("sitemap.xml"))).toContain(`<loc>${canonical}</loc>`);
    expect(String(await read("robots.txt"))).toMatch(/^User-agent: \*\nAllow: \/\n\nSitemap: \S+sitemap\.xml\n$/u);
  });
});

describe("the scripts that come later", () => {
  /** Built-ins since Chrome 110, which the oldest browser lacks (docs/accessibility.md). */
  const newer = (
    "toSorted toReversed toSpliced isWellFormed toWellFormed showPopover hidePopover Object.groupBy Map.groupBy " +
    "Promise.withResolvers Promise.try Array.fromAsync Iterator.from URL.canParse URL.parse AbortSignal.any " +
    "RegExp.escape Uint8Array.fromBase64 scheduler.yield"
  ).split(" ");

  it("call no built-in that the oldest browser lacks", async () => {
    const found = await Promise.all(
      ["index.html", "404.html", ...scripts].map(async (file) => {
        const text = String(await read(file));
        return newer.filter((name) => text.includes(`${name}(`)).map((name) => `${file}: ${name}`);
      }),
    );
    expect(found.flat()).toEqual([]);
  });
});

describe("what a visitor fetches", async () => {
  const { filesFor, codeOf } = await readFetches(site, scripts);
  const [form, link] = [filesFor("hydrate"), filesFor("followLink")];
  const having = (files: string[], name: string) => files.find((file) => codeOf(file).includes(name));
  const steps = {
    // Ten TCP segments are 14,600 bytes; the rest is left for headers (docs/decisions/0014).
    "reads the page": { files: ["index.html"], most: 13_500 },
    "first uses a form": { files: form, most: 75_000 },
    // React and some other files are loaded by then.
    "has joined, and is asked questions": { files: filesFor("AfterJoining", having(form, "as hydrate")), most: 68_000 },
    "follows the link of a mail": { files: link, most: 8_000 },
    "has confirmed, and is asked questions": {
      files: filesFor("showAfterConfirming", having(link, "as followLink")),
      most: 68_000,
    },
    "signs in": { files: filesFor("openSignIn"), most: 120_000 },
    "comes back with a session": { files: filesFor("restoreAndWelcome"), most: 115_000 },
  };

  // `npx vitest run --reporter=verbose tests/export` lists those files.
  it.for(Object.entries(steps))("who %s", async ([step, { files, most }], { annotate }) => {
    const sizes = await Promise.all(files.map(size));
    const bytes = sizes.reduce((sum, one) => sum + one, 0);
    await annotate(`${bytes} bytes: ${files.map((file, index) => `${file} ${sizes[index]}`).join(", ")}`);
    expect(bytes).toBeLessThanOrEqual(most);
    const withSupabase = files.filter((file) => codeOf(file).includes("supabase-js"));
    expect(withSupabase).toHaveLength(/signs in|session/u.test(step) ? 1 : 0);
  });
});

describe("the not-found page", () => {
  it("says so, leads home, and stays out of search engines", async () => {
    const document = await page(out, "404.html");
    expect(document.querySelector("h1")?.textContent).toBe("Oops! Page not found");
    expect([...document.querySelectorAll('a[href="/"]')].map((link) => link.textContent)).toContain("Return to Home");
    expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
    expect(document.querySelector('link[rel="canonical"]')).toBeNull();
    const generator = document.querySelector('meta[name="generator"]')?.getAttribute("content");
    expect(generator).toMatch(/^prelaunch [\d.]+(?:\+[0-9a-f]{7,40})?$/u);
    expect(generator).toContain(thisRelease());
  });
});

describe("the folder", () => {
  it("has every text file compressed beside it", async () => {
    const texts = (await filesBelow(site)).filter((file) => /\.(?:html|js|svg|txt|xml)$/u.test(file));
    expect(texts).toEqual(expect.arrayContaining(["index.html", "404.html", "icon.svg", "robots.txt", "sitemap.xml"]));
    const different: string[] = [];
    expect((await readdir(site, { recursive: true })).filter((name) => /\.vite|\.map$/u.test(name))).toEqual([]);
    for (const file of texts) {
      const content = await read(file);
      const both = [brotliDecompressSync(await read(`${file}.br`)), gunzipSync(await read(`${file}.gz`))];
      if (!both.every((unpacked) => unpacked.equals(content))) different.push(file);
    }
    expect(different).toEqual([]);
  });

  it("has typefaces of at most 45 KB in all, with their licences, which no document asks for before its first paint", async () => {
    const files = (await filesBelow(site)).filter((file) => file.endsWith(".woff2"));
    const sizes = await Promise.all(files.map(async (file) => (await read(file)).length));
    expect(files).toHaveLength(4);
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(45_000);
    expect(String(await read("typefaces.txt"))).toMatch(
      /Brygada 1918 Project Authors[^]+SIL OPEN FONT LICENSE[^]+Hanken Grotesk Project Authors[^]+SIL OPEN FONT LICENSE/u,
    );
    for (const file of ["index.html", "404.html"])
      expect(String(await read(file))).not.toMatch(/woff2|@font-face|="preload"/u);
  });

  it("has the licences of what is in the scripts", async () => {
    expect(String(await read("licenses.txt"))).toMatch(
      /^## react-dom - \S+ \(MIT\)\n[^#]+Permission is hereby granted/mu,
    );
  });

  it("ends service workers of an older site and of mocked development, as nothing of its own is one", async () => {
    for (const file of ["sw.js", "service-worker.js", "mockServiceWorker.js"])
      expect(String(await read(file))).toBe(endingWorker);
    const texts = await Promise.all(["index.html", "404.html", ...scripts].map(read));
    expect(texts.filter((text) => text.includes("serviceWorker"))).toEqual([]);
  });

  it("allows only the inline scripts and styles of its pages", async () => {
    const table = await readSiteHeaders(join(out, "headers.json"));
    const hash = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
    const documents = await Promise.all(["index.html", "404.html"].map((name) => page(out, name)));
    const inline = documents.flatMap((document) => Array.from(document.querySelectorAll("style, script")));
    const allowed = table.documents["content-security-policy"]?.match(/'sha256-[^']+'/gu);
    expect(inline.length).toBeGreaterThan(2);
    expect(new Set(allowed)).toEqual(new Set(inline.map((element) => hash(element.textContent))));
  });
});
