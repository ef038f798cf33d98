import { Readable } from "node:stream";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { createBounds, mostColumns } from "./bounds.ts";
import { type FileRecord, openFile } from "./file.ts";

/** Opens bytes as a file, for an operator who gives this answer to a question, or cannot be asked. */
async function opened(
  bytes: Uint8Array | string,
  { answer, ...options }: { sheet?: string; answer?: string; visible?: true } = {},
) {
  const choose = async <T extends string>(_question: string, choices: readonly { value: T }[]) =>
    choices.find(({ value }) => value === answer)?.value;
  const prompts = answer === undefined ? undefined : { choose };
  const opening = {
    folder: ".",
    signal: new AbortController().signal,
    in: Readable.from([Buffer.from(bytes)]),
    prompts,
  };
  const file = await openFile(opening, "-", options);
  const records: FileRecord[] = [];
  for await (const record of file.records()) records.push(record);
  return { described: file.described.join("\n"), records };
}
const cellsOf = async (bytes: Uint8Array | string) => (await opened(bytes)).records.map(({ cells }) => cells);

const accents = "E-Mail;Source\na@x.org;café\n";
it.each<[what: string, bytes: string | Uint8Array, described: string]>([
  ["UTF-8 with a mark and semicolons", `\uFEFF${accents}`, "utf-8, fields separated by ;"],
  [
    "UTF-16 and tabs, as Excel writes it",
    Buffer.from(`\uFEFF${accents.replaceAll(";", "\t")}`, "utf16le"),
    "utf-16le, fields separated by tabs",
  ],
  ["big-endian UTF-16 without a mark", Buffer.from(accents, "utf16le").swap16(), "utf-16be, fields separated by ;"],
  [
    "Windows-1252",
    Buffer.from(accents.replaceAll(";", ","), "latin1"),
    "windows-1252, fields separated by ,\nIt is not UTF-8, so this is a guess.",
  ],
  ["a delimiter that is named", "sep=|\r\nE-Mail|Source\r\na@x.org|café\r\n", "fields separated by |"],
  ["line ends of two kinds", 'E-Mail,Source\r\na@x.org,"café"\n\n', "fields separated by ,"],
])("text is read: %s", async (_what, bytes, described) => {
  const read = await opened(bytes);
  expect(read.records.map(({ cells }) => cells)).toEqual([
    ["E-Mail", "Source"],
    ["a@x.org", "café"],
  ]);
  expect(read.described).toContain(described);
});

it("records are at the line on which they begin, whatever the line ends are", async () => {
  const { records } = await opened('email,name\r\n\r\n"a@x.org","A\r\nB"\n\nb@x.org,C\rc@x.org,D\n');
  expect(records.map(({ line }) => line)).toEqual([1, 3, 6, 7]);
});

const types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
/** A workbook of another program, with sheets by their names. */
function workbook(sheets: Record<string, string>, more: Record<string, string> = {}): Uint8Array {
  const names = Object.keys(sheets);
  const listed = names.map((name, n) => `<sheet name="${name}" r:id="r${n}"/>`).join("");
  const related = names
    .map((_, n) => `<Relationship Id="r${n}" Type="${types}/worksheet" Target="s${n}.xml"/>`)
    .join("");
  const parts = {
    "xl/workbook.xml": `<workbook xmlns:r="${types}"><sheets>${listed}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${related}</Relationships>`,
    ...Object.fromEntries(Object.values(sheets).map((xml, n) => [`xl/s${n}.xml`, xml])),
    ...more,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}
const rows = (content: string, after = "") => `<worksheet><sheetData>${content}</sheetData>${after}</worksheet>`;
const column = (...texts: string[]) => rows(texts.map((text) => `<row><c t="str"><v>${text}</v></c></row>`).join(""));

describe("workbooks", () => {
  it("may have shared and rich strings, dates by format, gaps, prefixes and escaped characters", async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c><x:c r="D2" t="inlineStr"><x:is><x:t>Date</x:t><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c></x:row>' +
      '<x:row r="3"><x:c r="B3" t="s"><x:v>1</x:v></x:c><x:c r="D3" s="1"><x:v>45781.5</x:v></x:c></x:row><x:row r="4"/>' +
      '<x:row r="5"><x:c r="B5" t="str"><x:f>1</x:f><x:v>_x0041_x005F_</x:v></x:c><x:c t="e"><x:v>#N/A</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const { records } = await opened(
      workbook(
        { People: sheet },
        {
          "xl/sharedStrings.xml":
            "<sst><si><t>E-Mail</t></si><si><r><t>a@x</t></r><r><t>.org</t></r><rPh><t>no</t></rPh></si></sst>",
          "xl/styles.xml":
            '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
        },
      ),
    );
    expect(records).toEqual([
      { line: 2, cells: ["", "E-Mail", "", "Date"] },
      { line: 3, cells: ["", "a@x.org", "", "2025-05-04T12:00:00.000Z"] },
      { line: 5, cells: ["", "Ax005F_", "", ""] },
    ]);
  });

  it("may count days from 1904, as on old Macs", async () => {
    const dated = workbook(
      { People: rows('<row><c s="0"><v>44319.5</v></c><c s="0"><v>0</v></c></row>') },
      {
        "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="22"/></cellXfs></styleSheet>',
        "xl/workbook.xml": `<workbook xmlns:r="r"><workbookPr date1904="1"/><sheets><sheet name="P" r:id="r0"/></sheets></workbook>`,
      },
    );
    expect(await cellsOf(dated)).toEqual([["2025-05-04T12:00:00.000Z", "1904-01-01T00:00:00.000Z"]]);
  });

  it("may have parts of other names and types, as Microsoft 365 and strict Office Open XML give them", async () => {
    const type = "http://purl.oclc.org/ooxml/officeDocument/relationships";
    const related = (...targets: [kind: string, target: string][]) =>
      `<Relationships>${targets.map(([kind, target], n) => `<Relationship Id="r${n}" Type="${type}/${kind}" Target="${target}"/>`).join("")}</Relationships>`;
    const parts = {
      "_rels/.rels": related(["extended-properties", "docProps/app.xml"], ["officeDocument", "book/workbook2.xml"]),
      "book/_rels/workbook2.xml.rels": related(
        ["worksheet", "/book/pages/one.xml"],
        ["sharedStrings", "strings2.xml"],
        ["chartsheet", "chart.xml"],
      ),
      "book/workbook2.xml": `<workbook xmlns:r="${type}"><sheets><sheet name="Chart" r:id="r2"/><sheet name="People" r:id="r0"/></sheets></workbook>`,
      "book/chart.xml": "<chartsheet/>",
      "book/pages/one.xml": rows('<row><c t="s"><v>0</v></c></row>'),
      "book/strings2.xml": "<sst><si><t>a@x.org</t></si></sst>",
    };
    const zipped = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
    expect(await opened(zipped)).toMatchObject({
      described: 'Reading a workbook, sheet "People"',
      records: [{ line: 1, cells: ["a@x.org"] }],
    });
  });

  it("have their hidden rows read, too, and counted, or left out", async () => {
    const row = (name: string, attributes = "") => `<row${attributes}><c t="str"><v>${name}</v></c></row>`;
    const filtered = workbook({
      P: rows(
        row("email") +
          row("a@x.org", ' hidden="1"') +
          row("b@x.org") +
          row("c@x.org", ' hidden="true"') +
          row("", ' hidden="1"'),
      ),
    });
    const emails = async (options: { visible?: true }) => {
      const { records, described } = await opened(filtered, options);
      return [records.map(({ cells }) => cells[0]).join(" "), described.split("\n")[1]];
    };
    expect(await emails({})).toEqual([
      "email a@x.org b@x.org c@x.org",
      "2 hidden rows are read like the others; --visible leaves them out.",
    ]);
    expect(await emails({ visible: true })).toEqual(["email b@x.org", "2 hidden rows are left out."]);
  });

  it("with people in several sheets are asked about, or have to be named", async () => {
    const several = workbook({ Active: column("email", "a@x.org"), Notes: column("nobody"), Left: column("b@x.org") });
    await expect(opened(several)).rejects.toMatchObject({
      code: "usage",
      message: expect.stringContaining(
        'has people in the sheets "Active", "Left"; one may hold those who unsubscribed.',
      ),
      hint: expect.stringMatching(/--sheet "Active"\. .*--unsubscribed/u),
    });
    await expect(opened(several, { sheet: "Gone" })).rejects.toMatchObject({ code: "usage" });
    expect(await opened(several, { answer: "Active" })).toEqual(await opened(several, { sheet: "Active" }));
    expect((await opened(workbook({ Chart: column(), People: column("a@x.org"), Codes: column("x") }))).described).toBe(
      'Reading a workbook, sheet "People" alone (not Chart, Codes)',
    );
  });
});

const huge = workbook({ People: column("a@x.org") }).slice();
new DataView(huge.buffer).setUint32(Buffer.from(huge).lastIndexOf("PK\u0001\u0002") + 24, 0x7fffffff, true);

it.each<[what: string, bytes: string | Uint8Array, message: string]>([
  ["an archive of CSV files", zipSync({ "a.csv": strToU8("x") }), "is an archive, but not an Excel workbook."],
  ["half a workbook", workbook({ People: column("a@x.org") }).subarray(0, 100), "is a damaged workbook."],
  ["one that is small and expands to a large size", huge, "is too large when unpacked."],
  [
    "a column far away",
    workbook({ P: rows('<row r="2"><c r="XFD2"><v>1</v></c></row>') }),
    'Sheet "P" of stdin has a cell in line 2 beyond column 500, the last that is read.',
  ],
  [
    "a formula that failed",
    workbook({ P: rows('<row r="2"><c r="B2" t="e"><v>#REF!</v></c></row>') }),
    "has a formula in B2 that failed (#REF!).",
  ],
  [
    "a formula without its result",
    workbook({ P: rows('<row r="2"><c r="B2"><f>A1</f><v/></c></row>') }),
    "has a formula in row 2 that was never calculated.",
  ],
  [
    "merged rows",
    workbook({ P: rows("", '<mergeCells><mergeCell ref="A2:A9"/></mergeCells>') }),
    "has cells that are merged over several rows: A2:A9.",
  ],
  ["an old Excel file", Buffer.from("d0cf11e0a1b11ae10000", "hex"), "is neither text nor an Excel workbook (.xlsx)."],
  ["quoted lines", '"email,name"\n"a@x.org,Ada"\n', "stdin is quoted as a whole, which makes it a single field."],
  ["an open quote", 'email,name\r\na@x.org,A\n"b@x.org,B\nc@x.org,C\n', "A quote that is opened in line 3 of"],
])("what cannot be read is refused: %s", async (_what, bytes, message) => {
  await expect(opened(bytes)).rejects.toMatchObject({ code: "failed", message: expect.stringContaining(message) });
});

it("reads 100,000 lines of the widest file, and no cell more", () => {
  const check = createBounds("people.csv");
  for (let line = 1; line <= 100_000; line += 1) check(line, mostColumns, mostColumns);
  expect(() => check(100_001, 1, 1)).toThrow("people.csv has more than the 50000000 cells that are read.");
});
