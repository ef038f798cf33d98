import { describe, expect, it } from "vitest";
import { findingsWith, liveSiteWith } from "../testkit.ts";
import { visitSite } from "../visit/visit.ts";
import { checkMetadata } from "./metadata.ts";

const without =
  (pattern: RegExp, instead = "") =>
  (html: string) =>
    html.replace(pattern, instead);

describe("metadata", () => {
  it.each([
    ["no title", "index.html", without(/<title>.*?<\/title>/u), "It has no title."],
    [
      "a title cut off in results",
      "index.html",
      without(/<title>/u, `<title>${"long ".repeat(20)}`),
      "Its title has 120 characters; 10 to 65 are shown whole.",
    ],
    ["no description", "404.html", without(/<meta name="description"[^>]*>/u), "It has no description."],
    [
      "a description of a word",
      "index.html",
      without(/(name="description" content=")[^"]*/u, "$1Soon."),
      "Its description has 5 characters; 50 to 160 are shown whole.",
    ],
    ["no language", "index.html", without(/ lang="en"/u), "It does not say its language."],
    [
      "an encoding said too late",
      "index.html",
      without(/<meta charset/u, `<!-- ${"late ".repeat(300)} --><meta charset`),
      "It does not say its encoding in its first 1024 bytes.",
    ],
    ["no viewport", "404.html", without(/<meta name="viewport"[^>]*>/u), "It is not laid out for phones."],
    ["a second h1", "index.html", without(/<form/u, "<h1>More</h1><form"), "It has 2 h1 headings."],
    [
      "a not-found page open to search engines",
      "404.html",
      without(/<meta name="robots"[^>]*>/u),
      "Search engines may list it.",
    ],
    [
      "a landing page closed to them",
      "index.html",
      without(/<title>/u, '<meta name="robots" content="noindex"><title>'),
      "Search engines are told not to list it.",
    ],
    [
      "half a preview card",
      "index.html",
      without(/<meta property="og:title"[^>]*>/u),
      "Its preview card lacks og:title.",
    ],
    [
      "no preview card",
      "index.html",
      without(/<meta property="og:[^>]*>/gu),
      "Its preview card lacks og:title, og:type, og:image, og:url, og:description.",
    ],
    [
      "two pages of one title",
      "404.html",
      without(/<title>.*?<\/title>/u, "<title>A sound landing page</title>"),
      "Two pages have the same title.",
    ],
  ])("finds %s", async (_fault, file, change, message) => {
    expect(await findingsWith(checkMetadata, file, change)).toEqual([
      expect.objectContaining({ level: "wrong", message }),
    ]);
  });

  it.each(["noindex", "googlebot: noindex, nofollow", "none"])(
    "finds a host that sends x-robots-tag: %s",
    async (tag) => {
      const site = liveSiteWith(({ url, headers }) => {
        if (url.pathname === "/") headers.set("x-robots-tag", tag);
        return undefined;
      });
      expect(await checkMetadata(await visitSite(site))).toEqual([
        expect.objectContaining({
          where: "the page",
          message: `Its host tells search engines not to list it (x-robots-tag: ${tag}).`,
        }),
      ]);
    },
  );

  it.each(["index, max-image-preview:none", "noai, unavailable_after: 25 Jun 2030 15:00:00 GMT", "otherbot: noindex"])(
    "finds nothing wrong with a host that sends x-robots-tag: %s",
    async (tag) => {
      const site = liveSiteWith(({ headers }) => void headers.set("x-robots-tag", tag));
      expect(await checkMetadata(await visitSite(site))).toEqual([]);
    },
  );
});
