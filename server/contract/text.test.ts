import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { isVisible, tidyLine, tidyProse } from "./characters.ts";
import { notAnAddress, tidyAddress } from "./emailAddress.ts";
import { readShareCode, shareCodeOfLink } from "./shareCode.ts";
import { emailField } from "./text.ts";

const address = emailField(254);
const stored = (text: string) => v.safeParse(address, text).output;

describe("an address", () => {
  it.each([
    ["ada@ex\u00e4mple.com", "ada@xn--exmple-cua.com"],
    ["ada@\u212aeel.example", "ada@keel.example"],
    [" \u202aada@example.com\u202c\u200b ", "ada@example.com"],
    ["\u200d\u200cada@example.com \u200c\u{e0020}\ufe0f", "ada@example.com"],
    // Between Persian letters the joiner is a part of the domain.
    ["ada@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.com", "ada@xn--mgba3gch31f060k.com"],
  ])("%j is stored as %s", (typed, expected) => {
    expect(v.parse(address, typed)).toBe(expected);
  });

  it.each([
    "ada@\u00e4..example",
    "ada@\u00e4%41.example",
    "ada@\u00e4\nb.example",
    "ada@\u00e4\uff1a80.example",
    "root@localhost",
    "a@\uff11\uff12\uff17.\uff11",
    "ada:secret@host@\u00e4.example",
    `ada@${"\u00e4".repeat(60)}.example`,
  ])("%j is refused", (typed) => {
    expect(v.is(address, typed)).toBe(false);
  });

  it.each(["J\u00f6rg M\u00fcller", "ada\uff20example.com"])(
    "%j is told what an address looks like, as it has no @",
    (typed) => {
      expect(v.safeParse(address, typed).issues?.[0].message).toBe(notAnAddress);
    },
  );

  it.each([
    ["ad\u200ca@example.com", 3, "U+200C"],
    ["ada@\u200dexample.com", 5, "U+200D"],
    ["ada@exam\u200bple.com", 9, "U+200B"],
    ["ada@ex\u00ad\u00e4mple.com", 7, "U+00AD"],
    ["\u00e4d\u0000a@example.com", 3, "U+0000"],
  ])("%j is told which character nobody sees, and not what else it is", (typed, place, name) => {
    const message = `Character ${place} of the email address is invisible (${name}). Delete it, or type the address again.`;
    expect(v.safeParse(address, typed).issues?.map((issue) => issue.message)).toEqual([message]);
  });

  it("is not worked on where it is far too long: thousands of different letters take 40 ms", () => {
    const letters = String.fromCodePoint(...Array.from({ length: 5000 }, (_, n) => 0x4e00 + n));
    const parsed = v.safeParse(address, `ada@${letters}`);
    expect(parsed.output).toBe(`ada@${letters}`);
    expect(parsed.issues?.map(({ message }) => message)).toEqual(["The email address is longer than 254 characters."]);
    expect(stored(`${"\u200b".repeat(700)}ada@example.com`)).toBe("ada@example.com");
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
      { numRuns: 500 },
    );
  });
});

describe("text", () => {
  it.each([
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

  it.each(["\u3164", "\u115f\u1160", "\uffa0 \u2800", "\u200d\ufe0f"])("%j is nothing that a reader sees", (typed) => {
    expect([isVisible(typed), isVisible(`${typed}\uac00`)]).toEqual([false, true]);
  });

  // Thousands are in order after 30 ms, and nobody has solved a captcha yet.
  it("has thirty marks on a letter at most, and is tidy then", () => {
    for (const marks of ["\u0300", "\u0323\u0300", "\u0344"]) {
      const once = tidyProse(`a${marks.repeat(5000)} b\u0301`);
      expect(once).toMatch(/^\p{L}\p{M}{28,30} b\u0301$/u);
      expect(tidyProse(once)).toBe(once);
    }
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
        { numRuns: 500 },
      );
    }
  });
});

describe("the share code of a link", () => {
  it.each([".", ")", "/", '"', "\u201d", "\u200b", "\u200b and more", ">.", "%20", " \n", "more"])(
    "is its first eight letters before %j",
    (behind) => {
      for (const code of ["0123ABCD", "0123-abcd", "\u201coi23 abcd"])
        expect(shareCodeOfLink(code + behind)).toBe("0123ABCD");
    },
  );

  it.each(["", "0123ABC", "0123ABC.", "0123ABCU", "\u0660123ABCD"])("%j is none", (via) => {
    expect(shareCodeOfLink(via)).toBeUndefined();
  });

  it("is not cut out of what a file says, where only space and dashes are ignored", () => {
    expect(["0123-abcd\u200b", "0123ABCDE", "0123ABCD."].map(readShareCode)).toEqual([
      "0123ABCD",
      undefined,
      undefined,
    ]);
  });
});
