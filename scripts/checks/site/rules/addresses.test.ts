import { describe, expect, it } from "vitest";
import { findingsWith, liveSiteWith, plantedSite } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checkAddresses } from "./addresses.ts";

const replacing = (pattern: RegExp, instead: string) => (text: string) => text.replace(pattern, instead);
const canonical = /<link rel="canonical"[^>]*>/u;

describe("addresses", () => {
  it.each([
    ["no canonical address", "index.html", replacing(canonical, ""), "It names no canonical address."],
    ["two of them", "index.html", replacing(canonical, "$&$&"), "It names more than one canonical address."],
    [
      "half an address",
      "index.html",
      replacing(/(rel="canonical" href=")[^"]*/u, "$1/"),
      "Its canonical address, /, is incomplete.",
    ],
    [
      "an address without its scheme",
      "index.html",
      replacing(/(rel="canonical" href=")[^"]*/u, "$1localhost:4173/"),
      "Its canonical address, localhost:4173/, is incomplete.",
    ],
    [
      "another og:url",
      "index.html",
      replacing(/(og:url" content=")[^"]*/u, "$1https://old.example/"),
      "Its og:url, https://old.example/, is not its canonical address, https://shop.example/.",
    ],
    [
      "a canonical address of the not-found page",
      "404.html",
      replacing(/<title>/u, '<link rel="canonical" href="https://shop.example/"><title>'),
      "It names a canonical address, though it is shown for every wrong address.",
    ],
    ["no sitemap", "sitemap.xml", () => undefined, "It is not there."],
    [
      "a sitemap of another site",
      "sitemap.xml",
      replacing(/shop/u, "old"),
      "It lists https://old.example/; the only page is https://shop.example/.",
    ],
    [
      "a sitemap of another page, too",
      "sitemap.xml",
      replacing(/<url>.*<\/url>/u, "$&<url><loc>https://shop.example/more</loc></url>"),
      "It lists https://shop.example/, https://shop.example/more; the only page is https://shop.example/.",
    ],
    [
      "an empty sitemap",
      "sitemap.xml",
      replacing(/<url>.*<\/url>/u, ""),
      "It lists nothing; the only page is https://shop.example/.",
    ],
    ["no robots.txt", "robots.txt", () => undefined, "It is not there."],
    [
      "a robots.txt that names another sitemap",
      "robots.txt",
      replacing(/shop/u, "old"),
      "It does not name the sitemap, https://shop.example/sitemap.xml.",
    ],
    [
      "a robots.txt that hides the site",
      "robots.txt",
      replacing(/Allow/u, "Disallow"),
      "It keeps search engines out of /.",
    ],
  ])("finds %s", async (_fault, file, change, message) => {
    expect(await findingsWith(checkAddresses, file, change)).toEqual([
      expect.objectContaining({ level: "wrong", message }),
    ]);
  });

  it.each([
    [
      "of a host that keeps collectors of texts out",
      "User-agent: *\nAllow: /\n\nUser-agent: GPTBot\nDisallow: /\n",
      [],
    ],
    [
      "that keeps one search engine out",
      "User-Agent: Googlebot # them\nUser-agent: Other\nDisallow: /\n",
      ["It keeps search engines out of /."],
    ],
  ])("reads a robots.txt by its groups: one %s", async (_what, group, messages) => {
    const findings = await findingsWith(checkAddresses, "robots.txt", (text) => `${group}\n${text}`);
    expect(findings.map(({ message }) => message)).toEqual(messages);
  });

  it("finds a build for another address than the one that the settings name", async () => {
    const messages = async (intended?: string) =>
      (await checkAddresses(await visitSite(plantedSite(), intended))).map(({ message }) => message);
    expect(await messages("https://new.example/")).toEqual([
      expect.stringContaining(
        "It was built for https://shop.example/, but the settings say that the site is at https://new.example/",
      ),
    ]);
    expect(await messages("https://shop.example/")).toEqual([]);
  });

  it.each([
    [
      "https://preview.example/",
      ["It says that it is published at https://shop.example/, but it is at https://preview.example/."],
    ],
    ["http://127.0.0.1:4173/", []],
  ])("asks of %s to be the address it names, unless nobody else can reach it", async (address, messages) => {
    const visit = await visitSite(liveSiteWith(undefined, new URL(address)));
    expect((await checkAddresses(visit)).map(({ message }) => message)).toEqual(messages);
  });
});
