import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { suggestAddress } from "./suggestAddress.ts";

describe("what an address was meant to be", () => {
  it.each([
    ["ada@gmial.com", "ada@gmail.com"],
    ["ada@gmail.con", "ada@gmail.com"],
    ["ada@gmail,com", "ada@gmail.com"],
    ["Ada.L+x@GMIAL.con", "Ada.L+x@gmail.com"],
    ["ada@gmail.co", "ada@gmail.com"],
    ["ada@gmailcom", "ada@gmail.com"],
    ["ada@hotmial.con", "ada@hotmail.com"],
    ["ada@hotmial.de", "ada@hotmail.de"],
    ["ada@yahoo.couk", "ada@yahoo.co.uk"],
    ["ada@comcast.ne", "ada@comcast.net"],
    ["ada@analytical-engines.con", "ada@analytical-engines.com"],
  ])("%s is %s", (typed, meant) => {
    expect(suggestAddress(typed)).toBe(meant);
  });

  it.each(["ada@gmail.com", "ada@mail.com", "ada@yahoo.es", "ada@analytical-engines.co", "ada@example.com", ""])(
    "%s stays",
    (typed) => {
      expect(suggestAddress(typed)).toBeUndefined();
    },
  );

  it.each([
    "hotmail.ch",
    "hotmail.se",
    "hotmail.no",
    "hotmail.fi",
    "hotmial.be",
    "outlook.fr",
    "yahoo.co.za",
    "fastmail.fm",
  ])("%s is not taken for the same provider's domain of another country", (domain) => {
    expect(suggestAddress(`ada@${domain}`)).toBeUndefined();
  });

  it("takes no domain of a mail provider for a typo", () => {
    const file = createRequire(import.meta.url).resolve("email-providers/all.json");
    const providers = v.parse(v.array(v.string()), JSON.parse(readFileSync(file, "utf8")));
    const mistaken = providers.filter((domain) => suggestAddress(`ada@${domain}`) !== undefined);
    // The list was gathered from sign-ups, and so it has typos, too.
    expect(mistaken.sort()).toEqual([
      "gamil.com",
      "gmai.com",
      "gmail.co",
      "gmail.om",
      "gmal.com",
      "gmial.com",
      "hotmai.com",
      "hotmail.cm",
      "hotmail.con",
      "hotmails.com",
      "hotmial.com",
      "yaho.com",
      "yahoo.om",
    ]);
  });
});
