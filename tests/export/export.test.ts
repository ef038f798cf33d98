import { createHash } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { init, parse } from "es-module-lexer";
import { afterAll, describe, expect, it } from "vitest";
import { filesBelow } from "../../scripts/build/exportFiles.ts";
import { shortNames } from "../../scripts/build/classNames/shortNames.ts";
import { visitSite } from "../../scripts/checks/site/visit.ts";
import { budgets } from "../support/budgets.ts";
import { brand, defaultSiteUrl } from "../../server/contract/brand.ts";
import { serveExport } from "../../server/embedded/http/staticExport.ts";
import { readSiteHeaders } from "../../server/lib/siteHeaders.ts";
import { attributes, build, exportWithoutSettings, page } from "./build.ts";

const own = "dist/test-export";
const out = await exportWithoutSettings(own);
const site = `${out}/client`;
const read = (file: string) => readFile(join(site, file));
const size = async (file: string) => (await read(`${file}.br`)).length;

afterAll(() => rm(own, { recursive: true, force: true }));

describe("the landing page", () => {
  it("has the specified texts, with the specified anchors", async () => {
    const document = await page(out, "index.html");
    const text = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => element.textContent.trim());
    expect(text("h1")).toHaveLength(1);
    expect(document.body.textContent).toContain("Coming Soon — Join Our Waitlist");
    expect(text('main a[href="#beta"]')).toContain("Apply for Beta Access");
    expect(text('main a[href="#waitlist"]')).toContain("Join Waitlist");
    expect(text("#features h3")).toEqual([
      "Smart Invoicing",
      "Time & Expense Tracking",
      "Client Management",
      "AI-Powered Analytics",
      "Tax & Compliance",
      "Automation",
    ]);
    expect(text("#specifications h3")).toHaveLength(5);
    expect(text("footer h2")).toEqual(["Product", "Support", "Legal"]);
    expect(text("footer").join()).toContain(`© 2024 ${brand}`);
    expect(document.querySelectorAll("#waitlist form, #beta form")).toHaveLength(2);
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

  it("is one file that fits TCP's first flight, with at most 1.8 KB of script", async () => {
    const document = await page(out, "index.html");
    expect(attributes(document, "src")).toEqual([]);
    const scripts = [...document.querySelectorAll('script:not([type="application/ld+json"])')].map(
      ({ textContent }) => brotliCompressSync(textContent).length,
    );
    expect(scripts).toHaveLength(2);
    // The address of a hosted project and a base path, which this build lacks, must fit the limit of `check` as well.
    expect(scripts.reduce((sum, script) => sum + script)).toBeLessThan(budgets.script - 100);
    // 14,600 bytes are ten TCP segments; the rest is left for headers and growth.
    expect(await size("index.html")).toBeLessThan(11_500);
  });

  it("describes itself to machines", async () => {
    const document = await page(out, "index.html");
    const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute("href");
    expect(document.documentElement.lang).toBe("en");
    // Browsers look for the encoding in the first 1,024 bytes, and the script's length depends on the base path.
    expect(document.head.firstElementChild?.getAttribute("charset")).toBe("utf-8");
    expect(document.title.length).toBeLessThan(65);
    expect(document.querySelector('meta[name="description"]')?.getAttribute("content")?.length).toBeLessThan(160);
    expect(canonical).toBe(`${defaultSiteUrl}/`);
    expect(document.querySelector('meta[property="og:url"]')?.getAttribute("content")).toBe(canonical);
    for (const property of ["og:title", "og:type", "og:image", "og:description"])
      expect(document.querySelector(`meta[property="${property}"]`)?.getAttribute("content")).toBeTruthy();
    expect(document.querySelector('meta[name="viewport"]')?.getAttribute("content")).toContain("width=device-width");
    expect(document.querySelector('meta[name="robots"]')).toBeNull();
    expect(String(await read("sitemap.xml"))).toContain(`<loc>${canonical}</loc>`);
    expect(String(await read("robots.txt"))).toMatch(/^User-agent: \*\nAllow: \/\n\nSitemap: \S+sitemap\.xml\n$/u);
    const { "@graph": things } = JSON.parse(
      document.querySelector('script[type="application/ld+json"]')?.textContent ?? "",
    );
    expect(things.map((thing: { "@type": string }) => thing["@type"])).toEqual(["Organization", "WebSite"]);
    expect(things[1].publisher).toEqual({ "@id": things[0]["@id"] });
  });
});

describe("the scripts that come later", () => {
  it("need only files that the page itself requests, so that none comes a round trip later", async () => {
    await init;
    const entry = String(await read("index.html"));
    const files = (await filesBelow(site)).filter((file) => file.startsWith("assets/chunks/") && file.endsWith(".js"));
    expect(files.length).toBeGreaterThan(0);
    const late: string[] = [];
    for (const file of files) {
      const [imports] = parse(String(await read(file)));
      const needed = imports.filter(({ type }) => type === "static").map(({ specifier }) => basename(specifier ?? ""));
      late.push(
        ...needed.filter((name) => !entry.includes(`/assets/chunks/${name}")`)).map((name) => `${file}: ${name}`),
      );
    }
    expect(late).toEqual([]);
  });

  it("are all there", async () => {
    const app = await serveExport(site);
    const asked: string[] = [];
    const { answers } = await visitSite({
      address: new URL("https://site.invalid/"),
      get: async (url) => {
        asked.push(url.href);
        const response = await app.fetch(new Request(url));
        const { status, headers } = response;
        return { url, redirected: false, status, headers, text: await response.text() };
      },
    });
    // By their names, as texts in the scripts look like files, too.
    const assets = asked.filter((href) => /\/assets\/(?:chunks\/[\w-]{6}|solve\.worker-[\w-]{8})\.js$/u.test(href));
    expect(assets.length).toBeGreaterThan(3);
    expect(assets.filter((href) => !answers.has(href))).toEqual([]);
  });

  it("are few for whoever uses a form", async () => {
    const chunks = (await filesBelow(site)).filter((file) => file.endsWith(".js"));
    const texts = new Map(await Promise.all(chunks.map(async (file) => [file, String(await read(file))] as const)));
    const needed = new Set(chunks.filter((file) => texts.get(file)?.includes("Joining...")));
    expect(needed.size).toBe(1);
    for (const file of needed)
      for (const { type, specifier } of parse(texts.get(file) ?? "")[0])
        if (type === "static") needed.add(`assets/chunks/${basename(specifier ?? "")}`);
    const sizes = await Promise.all([...needed].map(size));
    expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThan(budgets.interaction);
  });
});

describe("class names", () => {
  it("each have a rule in the page's own style sheet", async () => {
    for (const name of ["index.html", "404.html"]) {
      const document = await page(out, name);
      const css = [...document.querySelectorAll("style")].map(({ textContent }) => textContent).join("");
      const classes = new Set(
        [...document.querySelectorAll("[class]")].flatMap(({ className }) => className.split(" ")),
      );
      expect(classes.size).toBeGreaterThan(50);
      const hasRule = (token: string) => new RegExp(`\\.${token}(?![\\w-])`, "u").test(css);
      expect([...classes].filter((token) => !hasRule(token))).toEqual([]);
    }
  });

  it("are the short ones in the scripts as well", async () => {
    const scripts = (await filesBelow(site)).filter((file) => file.endsWith(".js"));
    const words = new Set(
      (await Promise.all(scripts.map(async (file) => String(await read(file)).split(/["'`\s]/u)))).flat(),
    );
    const names = await shortNames();
    // React contains this CSS value, too.
    expect([...names.keys()].filter((name) => name !== "inline-block" && words.has(name))).toEqual([]);
    expect(words).toContain(names.get("bg-sea"));
  });

  it("are the only names from the style sheet in scripts and markup: custom properties have other names there", async () => {
    const files = (await filesBelow(site)).filter((file) => /\.(?:html|js)$/u.test(file));
    const users = await Promise.all(
      files.map(async (file) => ({ file, text: String(await read(file)).replace(/<style>.*?<\/style>/su, "") })),
    );
    expect(users.filter(({ text }) => /var\(--|["'`]--[a-z]/u.test(text)).map(({ file }) => file)).toEqual([]);
  });
});

describe("the not-found page", () => {
  it("says so, leads home, and stays out of search engines", async () => {
    const document = await page(out, "404.html");
    expect(document.querySelector("h1")?.textContent).toBe("Oops! Page not found");
    expect([...document.querySelectorAll('a[href="/"]')].map((link) => link.textContent)).toContain("Return to Home");
    expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
    expect(document.querySelector('link[rel="canonical"]')).toBeNull();
    expect(document.querySelectorAll("script")).toHaveLength(0);
  });
});

describe("the folder", () => {
  it("contains no asset that nothing refers to", async () => {
    const files = await filesBelow(site);
    const assets = files.filter((file) => file.startsWith("assets/") && file.endsWith(".js"));
    const sources = await Promise.all(
      [...assets, "index.html"].map(async (file) => ({ file, text: String(await read(file)) })),
    );
    const orphans = assets.filter(
      (asset) => !sources.some(({ file, text }) => file !== asset && text.includes(basename(asset))),
    );
    expect(assets.length).toBeGreaterThan(3);
    expect(orphans).toEqual([]);
    expect(files.filter((file) => /entry-server-routing|\.vite\/|\.map$/u.test(file))).toEqual([]);
  });

  it("has every text file compressed beside it", async () => {
    const texts = (await filesBelow(site)).filter((file) => /\.(?:html|js|svg|txt|xml)$/u.test(file));
    expect(texts).toEqual(expect.arrayContaining(["index.html", "404.html", "icon.svg", "robots.txt", "sitemap.xml"]));
    const different: string[] = [];
    for (const file of texts) {
      const content = await read(file);
      const both = [brotliDecompressSync(await read(`${file}.br`)), gunzipSync(await read(`${file}.gz`))];
      if (!both.every((unpacked) => unpacked.equals(content))) different.push(file);
    }
    expect(different).toEqual([]);
  });

  it("is the same to the byte when built again, with any NODE_ENV", async () => {
    const again = "dist/test-export-again";
    // Shells, containers and hosts set it for all programs.
    await build(again, { NODE_ENV: "development" });
    const made = async (folder: string) =>
      (await filesBelow(folder)).filter((file) => /^(?:client|hosting)\/|^headers\.json$/u.test(file));
    const digest = async (folder: string) =>
      Promise.all(
        (await made(folder)).map(
          async (file) =>
            `${file} ${createHash("sha256")
              .update(await readFile(join(folder, file)))
              .digest("hex")}`,
        ),
      );
    expect(await digest(again)).toEqual(await digest(out));
    await rm(again, { recursive: true });
  });

  it("allows only the inline scripts and styles of its pages", async () => {
    const table = await readSiteHeaders(join(out, "headers.json"));
    const hash = (content: string) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
    const documents = await Promise.all(["index.html", "404.html"].map((name) => page(out, name)));
    const inline = documents.flatMap((document) =>
      Array.from(document.querySelectorAll('style, script:not([type="application/ld+json"])')),
    );
    const allowed = table.documents["content-security-policy"]?.match(/'sha256-[^']+'/gu);
    expect(inline.length).toBeGreaterThan(2);
    expect(new Set(allowed)).toEqual(new Set(inline.map((element) => hash(element.textContent))));
  });
});
