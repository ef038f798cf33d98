import { describe, expect, it } from "vitest";
import { findingsWith } from "../testkit.ts";
import { checkStructuredData } from "./structuredData.ts";

const replacing = (pattern: RegExp, instead: string) => (html: string) => html.replace(pattern, instead);

describe("structured data", () => {
  it.each([
    ["none", replacing(/<script type="application\/ld\+json">.*?<\/script>/u, ""), "It has no structured data."],
    ["JSON that does not parse", replacing(/"@graph":/u, ""), "Its structured data is not a schema.org graph."],
    [
      "another vocabulary",
      replacing(/https:\/\/schema\.org/u, "https://data.example"),
      "Its structured data is not a schema.org graph.",
    ],
    [
      "an unknown type",
      replacing(/"@type":"WebSite"/u, '"@type":"Website"'),
      "Its structured data has an invalid node.",
    ],
    ["a missing property", replacing(/"name":"Shop",/u, ""), "Its structured data has an invalid Organization. name:"],
    ["an unknown property", replacing(/"email"/u, '"mail"'), "Its structured data has an invalid Organization. mail:"],
    [
      "an address that is none",
      replacing(/"url":"[^"]*"/u, '"url":"shop"'),
      "Its structured data has an invalid Organization. url:",
    ],
    [
      "an e-mail address that is none",
      replacing(/"email":"[^"]*"/u, '"email":"shop"'),
      "Its structured data has an invalid Organization. email:",
    ],
    [
      "a publisher that is not described",
      replacing(/"publisher":\{"@id":"[^"]*"/u, '"publisher":{"@id":"https://shop.example/#them"'),
      "The publisher of its WebSite is not described.",
    ],
  ])("finds %s", async (_fault, change, message) => {
    expect(await findingsWith(checkStructuredData, "index.html", change)).toEqual([
      expect.objectContaining({ level: "wrong", where: "the page", message: expect.stringContaining(message) }),
    ]);
  });

  it.each(["hallo@xn--bcher-kva.example", "hallo@b\u00fccher.example", "hallo@shop.museum"])(
    "accepts the e-mail address %s",
    async (email) => {
      const change = replacing(/"email":"[^"]*"/u, `"email":"${email}"`);
      expect(await findingsWith(checkStructuredData, "index.html", change)).toEqual([]);
    },
  );
});
