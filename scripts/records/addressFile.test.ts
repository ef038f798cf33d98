import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { withAddressesIn } from "./addressFile.ts";

const { signal } = new AbortController();

const read = (content: string | Uint8Array, sizes: number[] = []) => {
  const io = { err: new PassThrough(), interactive: false, columns: 80, verbosity: "quiet" } as const;
  const context = { folder: ".", in: Readable.from([Buffer.from(content)]), signal, ...io };
  return withAddressesIn(context, "-", async ({ pieces, malformed }) => {
    const given: string[] = [];
    for await (const piece of pieces) {
      sizes.push(piece.length);
      for (const { where, email } of piece) given.push(`${where}: ${email}`);
    }
    return { given, malformed: malformed.first };
  });
};

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le");

describe("withAddressesIn", () => {
  it.each([
    ["a note", "note,email\nasked by phone;bob@example.com,ada@example.com\n"],
    ["a name", '"name",email\nDoe; Jane\t,ada@example.com\n'],
    ["semicolons", "email;note\nada@example.com;bob@example.com,cy@example.com\n"],
    ["tabs", "note\tE-Mail Address\nDoe, Jane; bob\tada@example.com\n"],
    ["tabs, the first column without a name", "\temail\n1\tada@example.com\n"],
    ["tabs after a blank line", "\n\temail\n1\tada@example.com\n", "line 3"],
    ["a delimiter that is said", "sep=;\r\nemail;note\r\nada@example.com;a,b\r\n", "line 3"],
    ["UTF-16", utf16("note,email\r\nJörg,ada@example.com\r\n")],
    ["UTF-16, high byte first", utf16("note,email\r\nJörg,ada@example.com\r\n").swap16()],
    ["UTF-16 without its mark", utf16("note,email\r\nJörg,ada@example.com\r\n").swap16().subarray(2)],
    ["Windows-1252", Buffer.from("note,email\r\nJörg,ada@example.com\r\n", "latin1")],
  ])("takes the column email alone: %s", async (_, content, line = "line 2") => {
    expect(await read(content)).toEqual({ given: [`${line}: ada@example.com`], malformed: [] });
  });

  it.each([
    ["with a header", "\uFEFFemail\r\n\r\nada@example.com\r\n'+bea@example.com\r\n", [3, 4]],
    ["without", "ada@example.com\n\n+bea@example.com\nADA@example.com", [1, 3]],
    ["in UTF-16", utf16("ada@example.com\r\n+bea@example.com\r\n"), [1, 2]],
    ["in UTF-16 without its mark", utf16("ada@example.com\r\n+bea@example.com\r\n").subarray(2), [1, 2]],
  ])("takes one address a line, %s", async (_, content, [first, second]) => {
    expect(await read(content)).toEqual({
      given: [`line ${first}: ada@example.com`, `line ${second}: +bea@example.com`],
      malformed: [],
    });
  });

  it("takes a bar as part of the address where each line is an address", async () => {
    expect(await read("a|b@example.com\nc@example.com\n")).toMatchObject({
      given: ["line 1: a|b@example.com", "line 2: c@example.com"],
    });
  });

  it.each([
    ["a list", "Ada <ADA@example.com>\n<bea@example.com>\nmailto:cy@example.com\n"],
    ["a list of last names first", 'Doe, Ada <ada@example.com>\n"Doe, Bea" <bea@example.com>\ncy@example.com'],
    ["a column", 'email\n"Ada (Doe) <ada@example.com>"\n\'+Bea <bea@example.com>\ncy@example.com\n', 2],
    ["addresses as names", "'ada@example.com' <ada@example.com>\nbea@example.com <bea@example.com>\ncy@example.com"],
  ])("takes addresses with names, as an import does, from %s", async (_, content, first = 1) => {
    expect(await read(content)).toEqual({
      given: ["ada", "bea", "cy"].map((name, index) => `line ${first + index}: ${name}@example.com`),
      malformed: [],
    });
  });

  it("takes an address with an apostrophe that is its own name", async () => {
    expect(await read("d'ada@example.com <d'ada@example.com>")).toMatchObject({ given: ["line 1: d'ada@example.com"] });
  });

  it("takes no address from a line with two people", async () => {
    expect(await read("ada@example.com\nbob@example.com, Bea <bea@example.com>\n")).toEqual({
      given: ["line 1: ada@example.com"],
      malformed: ["line 2: not an e-mail address"],
    });
    await expect(read("bob@example.com,Bea <bea@example.com>\n")).rejects.toThrow("none is called email");
  });

  it.each(["", "\n\n", "email\n"])("finds nobody in %j", async (content) => {
    expect(await read(content)).toEqual({ given: [], malformed: [] });
  });

  it("says what is wrong with a line, and takes no address from it", async () => {
    expect(
      await read(
        'note,email\nby phone, bob@example.com,ada@example.com\n"x,cy@example.com\ny,none\nz,di@example.com\n',
      ),
    ).toEqual({
      given: ["line 5: di@example.com"],
      malformed: [
        "line 2: The line has 3 fields instead of 2.",
        "line 3: A quote is opened here and never closed.",
        "line 4: not an e-mail address",
      ],
    });
  });

  it("names a line by where it begins", async () => {
    expect(await read('email,note\nada@example.com,"a\nb"\nnone,x\n')).toEqual({
      given: ["line 2: ada@example.com"],
      malformed: ["line 4: not an e-mail address"],
    });
  });

  it("holds a piece of a long list at a time, and gives each address once all the same", async () => {
    const people = Array.from({ length: 20_000 }, (_, n) => `p${n}@example.com\n`);
    const sizes: number[] = [];
    const { given } = await read([...people, ...people, "q@example.com"].join(""), sizes);
    expect(given).toHaveLength(20_001);
    expect(given.at(-1)).toBe("line 40001: q@example.com");
    expect(Math.max(...sizes)).toBeLessThan(5000);
  });

  it("keeps only the first of the lines that are not understood", async () => {
    const { malformed } = await read("nobody\n".repeat(30));
    expect(malformed).toHaveLength(20);
  });

  it("does not take minutes for lines with thousands of quotes", async () => {
    const line = `x@${"'".repeat(60_000)}y <ada@example.com>\n`;
    const began = performance.now();
    const { given, malformed } = await read(`email\n${line.repeat(20)}`);
    expect([given, malformed.length]).toEqual([[], 20]);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});
