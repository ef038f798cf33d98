import { Readable } from "node:stream";
import { strFromU8, strToU8, zipSync } from "fflate";
import { expect, it } from "vitest";
import { workbook, workbookOf } from "../../../../tests/cli/workbooks.ts";
import { openSource } from "../openSource.ts";

const book = "xl/workbook.xml";
const second = "xl/worksheets/sheet2.xml";

/** An export in sheets of three rows, with `from` replaced by `to` in one of its parts. */
async function exported(names: readonly string[], part = book, from = "", to = ""): Promise<Uint8Array> {
  const rows = names.map((name) => [`${name}@x.org`, "\\N"]);
  const parts = await workbookOf(["email", "source"], rows, "waitlist", 3);
  const text = strFromU8(parts[part] ?? new Uint8Array());
  return zipSync({ ...parts, [part]: strToU8(text.replace(from, to)) });
}

async function read(file: Uint8Array) {
  const input = Readable.from([Buffer.from(file)]);
  const source = await openSource("-", { folder: ".", input, signal: new AbortController().signal });
  const records: [number, string | undefined][] = [];
  let bytes = 0;
  try {
    for await (const some of source.records((done) => (bytes = done)))
      records.push(...some.map(({ line, cells }): [number, string | undefined] => [line, cells.join()]));
    return { description: source.description, records, bytes };
  } finally {
    await source.close();
  }
}

it("reads all sheets of an export, as the rows of a full one go on in the next", async () => {
  const file = await exported(["a", "b", "c", "d", "e"]);
  const { description, records, bytes } = await read(file);
  expect(description).toBe('a workbook, sheets "Waitlist", "Waitlist 2" and "Waitlist 3"');
  expect(records).toEqual([
    [1, "email,source"],
    [2, "a@x.org,"],
    [3, "b@x.org,"],
    [5, "c@x.org,"],
    [6, "d@x.org,"],
    [8, "e@x.org,"],
  ]);
  expect(bytes).toBeGreaterThan(600);
  expect(bytes).toBeLessThan(file.length);
});

it.each([
  ["one that is hidden", 'name="Waitlist 2"', 'name="Waitlist 2" state="hidden"', "Waitlist", "hidden Waitlist 2"],
  ["a copy", 'name="Waitlist 2"', 'name="Waitlist (2)"', "Waitlist", "Waitlist (2)"],
  ["another list", 'name="Waitlist 2"', 'name="Waitlist 2025 old"', "Waitlist", "Waitlist 2025 old"],
  ["one beside a list of somebody else's", 'name="Waitlist"', 'name="People"', "People", "Waitlist 2"],
])("does not read another sheet: %s", async (_which, from, to, name, other) => {
  const { description, records } = await read(await exported(["a", "b", "c"], book, from, to));
  expect(description).toBe(`a workbook, sheet "${name}" alone (not ${other})`);
  expect(records).toHaveLength(3);
});

it("refuses a sheet whose columns are not those of the sheet that it continues", async () => {
  const names = ["a", "b", "c"];
  for (const [from, to] of [
    [">source<", ">notes<"],
    ["</row>", '<c t="str"><v>more</v></c></row>'],
  ] as const)
    await expect(exported(names, second, from, to).then(read)).rejects.toMatchObject({
      code: "failed",
      message: 'The sheet "Waitlist 2" of stdin does not begin as the one that it continues.',
      hint: expect.stringContaining("rename it"),
    });
  const spaced = await read(await exported(names, second, ">source<", "> source <"));
  expect(spaced.records).toHaveLength(4);
});

it("reads numbers that are not dates as numbers, styled empty cells as blank, and all text but how it is pronounced", async () => {
  const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;
  const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t><rPh sb="0" eb="1"><t>no</t></rPh></is></c>`;
  const rows = [
    row('<c t="s"><v>0</v></c>', inline("subscribed"), inline("id")),
    row(inline("a@x.org"), '<c s="1"><v>0</v></c>', "<c><v>46146</v></c>"),
    row(inline("b@x.org"), '<c s="1"/>', "<c><v/></c>"),
  ];
  const file = workbook(`<worksheet><sheetData>${rows.join("")}</sheetData></worksheet>`, {
    "xl/sharedStrings.xml": "<sst>\n <si>\n  <r>\n <t>e</t></r>\n <r><t>mail</t></r>\n </si>\n</sst>",
    "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="1"/></cellXfs></styleSheet>',
  });
  expect((await read(file)).records).toEqual([
    [1, "email,subscribed,id"],
    [2, "a@x.org,0,46146"],
    [3, "b@x.org,,"],
  ]);
});

it("does not take minutes for a format of thousands of brackets", async () => {
  const file = workbook('<worksheet><sheetData><row><c s="0"><v>46146</v></c></row></sheetData></worksheet>', {
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="d${"[".repeat(150_000)}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs></styleSheet>`,
  });
  const began = performance.now();
  expect((await read(file)).records).toEqual([[1, "2026-05-04T00:00:00.000Z"]]);
  expect(performance.now() - began).toBeLessThan(20_000);
});
