import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { tidyLine, tidyProse } from "./characters.ts";
import { tidyAddress } from "./emailAddress.ts";
import { emailField } from "./text.ts";

const address = emailField(254);
const stored = (text: string) => v.safeParse(address, text).output;

describe("an address", () => {
  it.each([
    ["ada@ex\u00e4mple.com", "ada@xn--exmple-cua.com"],
    ["Ada@EX\u00c4MPLE.com", "ada@xn--exmple-cua.com"],
    ["ada@stra\u00dfe.example", "ada@xn--strae-oqa.example"],
    ["ada@\u4f8b\u3048\u3002jp", "ada@xn--r8jz45g.jp"],
    ["ada@\u212aeel.example", "ada@keel.example"],
    // Digits stay digits: a domain is not read as an IPv4 address.
    ["ada@\uff11\uff12\uff17.\uff11", "ada@127.1"],
    ["ada@127.1", "ada@127.1"],
    [" \u202aada@example.com\u202c\u200b ", "ada@example.com"],
    ["ada@localhost", "ada@localhost"],
  ])("%j is stored as %s", (typed, expected) => {
    expect(v.parse(address, typed)).toBe(expected);
  });

  it.each([
    "ada@\u00e4..example",
    "ada@\u00e4.example.",
    "ada@\u00e4_b.example",
    "ada@\u00e4%41.example",
    "ada@\u00e4.example:80",
    "ada@\u00e4.example/path",
    "ada@\u00e4.example\\path",
    "ada@\u00e4.example?query",
    "ada@\u00e4.example#fragment",
    "ada@\u00e4 b.example",
    "ada@\u00e4\nb.example",
    "ada@\u2100.example",
    "ada@a\uff0fb.example",
    "ada@\u00e4\uff1a80.example",
    "ada@a\uff20b.example",
    "ada@xn--a.\u00e4",
    "ada@[\u00e4]",
    "ada:secret@host@\u00e4.example",
    `ada@${"\u00e4".repeat(60)}.example`,
    "\u212aeel@example.com",
    "@\u00e4.example",
    "ada@",
    "\u00e4",
  ])("%j is refused", (typed) => {
    expect(v.is(address, typed)).toBe(false);
  });

  it("comes out of a second round as it went in, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (local, domain) => {
        const once = tidyAddress(`${local}@${domain}`);
        const valid = v.safeParse(address, once);
        if (!valid.success) return;
        expect(stored(valid.output)).toBe(valid.output);
        expect(valid.output).toMatch(/^[!-~]+$/u);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("text", () => {
  it.each([
    ["\u2067Ada\u2069", "Ada"],
    ["\u202eadA", "adA"],
    ["Ada\u000bLovelace", "Ada Lovelace"],
    ["Ada\r\nLovelace", "Ada Lovelace"],
    ["A\u0000d\u001fa\u0085", "Ada"],
    ["Soft\u00adhyphen\u200b \ufeffmark", "Softhyphen mark"],
    ["a\ud800b", "ab"],
    // Persian and emoji are held together by joiners.
    ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
    ["\u{1F469}\u200d\u{1F4BB}", "\u{1F469}\u200d\u{1F4BB}"],
  ])("%j is the line %j", (typed, expected) => {
    expect(tidyLine(typed)).toBe(expected);
  });

  it("keeps its lines and tabs where it may have them", () => {
    expect(tidyProse(" one\u000btwo\r\n\tthree\u2029\u202c ")).toBe("one\ntwo\n\tthree");
  });

  it("is tidy after the first time, whatever it is", () => {
    for (const tidy of [tidyLine, tidyProse]) {
      fc.assert(
        fc.property(fc.string({ unit: "binary" }), (text) => {
          const once = tidy(text);
          expect(tidy(once)).toBe(once);
          expect(once).not.toMatch(/\p{Cs}/u);
        }),
        { numRuns: 2_000 },
      );
    }
  });
});
