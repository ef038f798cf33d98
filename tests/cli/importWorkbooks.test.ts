import { rm, writeFile } from "node:fs/promises";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { useImports } from "./importing.ts";
import { workbook } from "./workbooks.ts";

const { run, query, importing, people, file, supabase } = useImports();

describe("workbooks", () => {
  it("may be our own", async () => {
    await supabase()
      .from("waitlist")
      .insert([
        { email: "=a@x.org", created_at: "2025-05-04T12:34:56.789Z", notified: true, source: "friend" },
        { email: "b@x.org", created_at: "2025-05-05T00:00:00Z", unsubscribed_at: "2025-05-06T00:00:00Z" },
        { email: "c_x0041_x005f_@x.org", created_at: "2025-05-06T00:00:00Z" },
      ])
      .throwOnError();
    const rows = () => query("select * from waitlist order by email");
    const before = await rows();
    await rm(file("all.xlsx"), { force: true });
    await run(["export", "waitlist", "--format", "xlsx", "--out", file("all.xlsx")]);
    await query("truncate waitlist cascade");
    const { code, err } = await run(["import", "waitlist", "all.xlsx"]);
    expect(err).toContain('Reading a workbook, sheet "');
    expect(code).toBe(0);
    expect(await rows()).toEqual(before);
  });

  /** A whole workbook with a number of `width` bytes changed, `at` bytes after the beginning of the last such signature. */
  const changed = (signature: string, at: number, width: 2 | 4, value: number) => {
    const bytes = Buffer.from(workbook("<worksheet/>"));
    bytes.writeUIntLE(value, bytes.lastIndexOf(signature) + at, width);
    return bytes;
  };

  it("may be other programs': shared and rich strings, dates by format, gaps, prefixes", async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c><x:c r="D2" t="inlineStr"><x:is><x:t>Date</x:t><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c></x:row>' +
      '<x:row r="3"><x:c r="B3" t="s"><x:v>1</x:v></x:c><x:c r="D3" s="1"><x:v>45781.5</x:v></x:c></x:row><x:row r="4"/>' +
      '<x:row r="5"><x:c r="B5" t="str"><x:f>1</x:f><x:v>b@x.org</x:v></x:c></x:row></x:sheetData></x:worksheet>';
    const { code, err } = await importing(
      workbook(sheet, {
        "xl/sharedStrings.xml":
          "<sst><si><t>E-Mail</t></si><si><r><t>a@x</t></r><r><t>.org</t></r><rPh><t>no</t></rPh></si></sst>",
        "xl/styles.xml":
          '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      }),
    );
    expect(err).toContain("2 lines: 2 added");
    expect(code).toBe(0);
    expect(await query("select created_at from waitlist order by email limit 1")).toEqual([
      { created_at: new Date("2025-05-04T12:00:00Z") },
    ]);
  });

  it.each(["1", "true"])("may be other programs': days counted from 1904, as on old Macs (%s)", async (date1904) => {
    const sheet =
      '<worksheet><sheetData><row><c t="str"><v>a@x.org</v></c><c s="0"><v>44319.5</v></c></row></sheetData></worksheet>';
    const { code } = await importing(
      workbook(sheet, {
        "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="22"/></cellXfs></styleSheet>',
        "xl/workbook.xml": `<workbook xmlns:r="r"><workbookPr date1904="${date1904}"/><sheets><sheet name="People" r:id="r1"/></sheets></workbook>`,
      }),
      ["--map", "created_at=column 2"],
    );
    expect(code).toBe(0);
    expect(await query("select created_at from waitlist")).toEqual([{ created_at: new Date("2025-05-04T12:00:00Z") }]);
  });

  it("may be other programs': not compressed, with errors, empty cells beside the table, and people in the last row", async () => {
    const cell = (text: string, type = "str") => `<c t="${type}"><v>${text}</v></c>`;
    const sheet = `<worksheet><sheetData><row>${cell("email")}${cell("source")}</row><row r="1048576">${cell("a@x.org")}${cell("#N/A", "e")}${cell("")}</row></sheetData></worksheet>`;
    expect(await importing(workbook(sheet, {}, 0))).toMatchObject({ code: 0 });
    expect(await query("select email, source from waitlist")).toEqual([{ email: "a@x.org", source: null }]);
  });

  it("are not imported where a formula of the status has failed", async () => {
    const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;
    const text = (value: string) => `<c t="str"><v>${value}</v></c>`;
    const sheet = `<worksheet><sheetData>${row(text("email"), text("status"))}${row(text("a@x.org"), '<c t="e"><f>B9</f><v>#REF!</v></c>')}</sheetData></worksheet>`;
    expect(await importing(workbook(sheet))).toMatchObject({
      code: 2,
      err: expect.stringContaining('The column "status" has unknown values: #REF!.'),
    });
  });

  it("may be other programs': a name of a part in other case", async () => {
    const sheet = '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>';
    const strings = "<sst><si><t>a@x.org</t></si></sst>";
    expect(await importing(workbook(sheet, { "xl/SharedStrings.xml": strings }))).toMatchObject({ code: 0 });
    expect(await people()).toEqual(["a"]);
  });

  it.each([
    ["the usual ones", "http://schemas.openxmlformats.org/officeDocument/2006/relationships", "", "/"],
    ["those of strict Office Open XML", "http://purl.oclc.org/ooxml/officeDocument/relationships", "/book/", "/"],
    ["with backslashes", "http://schemas.openxmlformats.org/officeDocument/2006/relationships", "", "\\"],
  ])(
    "may be other programs': parts have other names, as Microsoft 365 gives them, and types: %s",
    async (_, type, from, bar) => {
      const related = (...targets: [kind: string, target: string][]) =>
        `<Relationships>${targets.map(([kind, target], n) => `<Relationship Id="r${n}" Type="${type}/${kind}" Target="${target}"/>`).join("")}</Relationships>`;
      const sheet = `<worksheet><sheetData><row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row></sheetData></worksheet>`;
      const parts = {
        "_rels/.rels": related(["extended-properties", "docProps/app.xml"], ["officeDocument", "book/workbook2.xml"]),
        "book/_rels/workbook2.xml.rels": related(
          ["worksheet", `${from}pages/one.xml`],
          ["sharedStrings", `${from}strings2.xml`],
          ["styles", `${from}styles2.xml`],
        ),
        "book/workbook2.xml": `<workbook xmlns:r="${type}"><sheets><sheet name="People" r:id="r0"/></sheets></workbook>`,
        "book/pages/one.xml": sheet,
        "book/strings2.xml": "<sst><si><t>email</t></si><si><t>'-a@x.org</t></si></sst>",
        "book/styles2.xml": '<styleSheet><cellXfs><xf quotePrefix="1"/></cellXfs></styleSheet>',
      };
      const zipped = Object.entries(parts).map(([name, text]) => [name.replaceAll("/", bar), strToU8(text)]);
      const { code, err } = await importing(zipSync(Object.fromEntries(zipped)));
      expect(err).toContain('Reading a workbook, sheet "People"\n');
      expect(code).toBe(0);
      expect(await people()).toEqual(["'-a"]);
    },
  );

  it("may be other programs': strings without a value", async () => {
    const row = (...values: string[]) => `<row>${values.map((value) => `<c t="s">${value}</c>`).join("")}</row>`;
    const sheet = `<worksheet><sheetData>${row("<v>0</v>", "<v>1</v>")}${row("<v>2</v>", "<v/>")}${row("<v>3</v>", "")}</sheetData></worksheet>`;
    const strings = ["email", "unsubscribed_at", "a@x.org", "b@x.org"].map((text) => `<si><t>${text}</t></si>`);
    const { code, err } = await importing(
      workbook(sheet, { "xl/sharedStrings.xml": `<sst>${strings.join("")}</sst>` }),
    );
    expect(err).toContain("2 lines: 2 added, 0 duplicates");
    expect(err).not.toContain("According to the file");
    expect(code).toBe(0);
  });

  it("may be other programs': escaped text is read as it was typed", async () => {
    const cells = (line: number, ...texts: [string, string]) =>
      `<row r="${line}"><c r="A${line}" t="s"><v>${line - 1}</v></c>${texts.map((text, index) => `<c r="${"BC"[index]}${line}" t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
    const sheet = `<worksheet><sheetData>${cells(1, "email", "name")}${cells(2, "a@x.org", "A_x005F_x0041__xD83D_")}</sheetData></worksheet>`;
    await writeFile(
      file("beta.xlsx"),
      workbook(
        sheet
          .replaceAll("</row>", '<c t="str"><v>role</v></c></row>')
          .replace(/role(?=<\/v><\/c><\/row><\/sheet)/u, "other"),
        {
          "xl/sharedStrings.xml": "<sst><si><t>reason</t></si><si><t>One_x000D_\ntwo, _X0041_</t></si></sst>",
        },
      ),
    );
    expect(await run(["import", "beta", "beta.xlsx"])).toMatchObject({ code: 0 });
    expect(await query("select name, reason from beta_applications")).toEqual([
      { name: "A_x0041_\uFFFD", reason: "One\ntwo, _X0041_" },
    ]);
  });

  it("are read from the first sheet that has rows: a chart has none", async () => {
    const { code, err } = await importing(
      workbook('<worksheet><sheetData><row><c t="str"><v>a@x.org</v></c></row></sheetData></worksheet>', {
        "xl/workbook.xml":
          '<workbook><sheets><sheet name="Chart" a:id="r1"/><sheet name="People" a:id="r2"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels":
          '<Relationships><Relationship Id="r1" Type="x/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship Id="r2" Type="x/worksheet" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
        "xl/chartsheets/sheet1.xml": "<chartsheet/>",
      }),
    );
    expect(err).toContain('Reading a workbook, sheet "People"\n');
    expect(code).toBe(0);
  });

  it("that have nobody in the first sheet show which one was read", async () => {
    const { code, err } = await importing(
      workbook("<worksheet/>", {
        "xl/workbook.xml":
          '<workbook xmlns:r="r"><sheets><sheet name="Chart" sheetId="1" r:id="r1"/><sheet name="People" sheetId="2" r:id="r2"/></sheets></workbook>',
      }),
    );
    expect(err).toMatch(/^Reading a workbook, sheet "Chart" alone \(not People\)\nerror: .+ has no lines\.\n$/u);
    expect(code).toBe(1);
  });

  it.each([
    ["the first that is not hidden", ["hidden", "veryHidden", "visible"], "People", "hidden Old, hidden Codes"],
    ["the first where the last is hidden", ["visible", "", "hidden"], "Old", "Codes, hidden People"],
    ["the first where all are hidden", ["hidden", "hidden", "hidden"], "Old", "hidden Codes, hidden People"],
  ])("are read from one sheet: %s", async (_which, states, read, others) => {
    const names = ["Old", "Codes", "People"];
    const numbered = (text: (name: string, n: number) => string) => names.map((name, n) => text(name, n)).join("");
    const sheet = (name: string) =>
      `<worksheet><sheetData><row><c t="str"><v>${name}@x.org</v></c></row></sheetData></worksheet>`;
    const { code, err } = await importing(
      workbook(sheet("Old"), {
        "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${numbered((name, n) => `<sheet name="${name}" r:id="r${n}"${states[n] ? ` state="${states[n]}"` : ""}/>`)}</sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships>${numbered((_, n) => `<Relationship Id="r${n}" Target="worksheets/sheet${n + 1}.xml"/>`)}</Relationships>`,
        "xl/worksheets/sheet2.xml": sheet("Codes"),
        "xl/worksheets/sheet3.xml": sheet("People"),
      }),
    );
    expect(err).toContain(`Reading a workbook, sheet "${read}" alone (not ${others})\n`);
    expect(code).toBe(0);
    expect(await people()).toEqual([read.toLowerCase()]);
  });

  it.each([
    [
      "an archive of CSV files",
      zipSync({ "subscribed.csv": strToU8("x"), "cleaned.csv": strToU8("x") }),
      "Unpack it, and import a file inside: subscribed.csv, cleaned.csv",
    ],
    [
      "a document of Microsoft 365",
      zipSync({
        "word/document2.xml": strToU8("<document/>"),
        "_rels/.rels": strToU8(
          '<Relationships><Relationship Type="x/officeDocument" Target="word/document2.xml"/></Relationships>',
        ),
      }),
      "people.csv is a Word document.",
    ],
    [
      "a binary workbook",
      zipSync({
        "xl/workbook.bin": strToU8("\u0083\u0001"),
        "_rels/.rels": strToU8(
          '<Relationships><Relationship Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>',
        ),
      }),
      "people.csv is a binary workbook (.xlsb).",
    ],
    ["half a workbook", workbook("<worksheet/>").subarray(0, 100), "is a damaged workbook: its end is missing."],
    ["a workbook without its last bytes", workbook("<worksheet/>").subarray(0, -10), "its end is missing."],
    ["a workbook of more than 4 GB", changed("PK\u0005\u0006", 16, 4, 0xffffffff), "is too large a workbook."],
    ["a workbook of very many files", changed("PK\u0005\u0006", 12, 4, 1024 * 1024 + 1), "is too large a workbook."],
    [
      "a part that is packed in another way",
      changed("PK\u0001\u0002", 10, 2, 12),
      "is a damaged workbook: xl/_rels/workbook.xml.rels is packed in an unusual way.",
    ],
    [
      "a part outside the file",
      changed("PK\u0001\u0002", 42, 4, 0xfffffff0),
      "is a damaged workbook: xl/_rels/workbook.xml.rels is missing.",
    ],
    [
      "a part with other bytes",
      changed("PK\u0003\u0004", 30 + "xl/_rels/workbook.xml.rels".length, 2, 0xffff),
      "is a damaged workbook: xl/_rels/workbook.xml.rels cannot be unpacked.",
    ],
    ["no sheet", workbook("", { "xl/workbook.xml": "<workbook><sheets/></workbook>" }), "people.csv has no sheet."],
    ["a sheet nowhere", workbook("", { "xl/_rels/workbook.xml.rels": "<Relationships/>" }), "people.csv has no sheet."],
    [
      "a row beyond the last one",
      workbook('<worksheet><sheetData><row r="1048577"><c t="str"><v>a@x.org</v></c></row></sheetData></worksheet>'),
      "people.csv has more rows than a workbook can have.",
    ],
    ["broken XML", workbook("<worksheet><sheetData><row></sheetData>"), "is a damaged workbook"],
    [
      "entities",
      workbook('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'),
      "is a damaged workbook: it has a document type declaration.",
    ],
    [
      "a cell nowhere",
      workbook('<worksheet><sheetData><row><c r="ZZZ1"/></row></sheetData></worksheet>'),
      "there is no cell ZZZ1",
    ],
    [
      "a string nowhere",
      workbook('<worksheet><sheetData><row><c t="s"><v>7</v></c></row></sheetData></worksheet>'),
      "is a damaged workbook: there is no string 7.",
    ],
    [
      "a formula without its result",
      workbook(
        '<worksheet><sheetData><row r="2"><c t="str"><f>A1</f><v/></c><c><f>A1</f><v/></c></row></sheetData></worksheet>',
      ),
      "people.csv has a formula in row 2 that was never calculated.\nOpen it in a spreadsheet, save it there, and give that file.",
    ],
    [
      "cells merged over several rows",
      workbook(
        '<worksheet><sheetData><row><c t="str"><v>a@x.org</v></c></row></sheetData><mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="$B$9:C10"/></mergeCells></worksheet>',
      ),
      "people.csv has cells that are merged over several rows: $B$9:C10.\nUnmerge them, and fill in each row.",
    ],
    ["an old Excel file", Buffer.from("d0cf11e0a1b11ae1", "hex"), "Save it as .xlsx without a password, or as CSV."],
    ["nothing at all", "\uFEFF \n", "people.csv has no lines."],
  ])("that cannot be read, and other files, are refused with one line: %s", async (_name, bytes, message) => {
    const { code, err } = await importing(bytes);
    expect(err).toContain(message);
    expect(err).not.toContain("not expected");
    expect(code).toBe(1);
  });

  it("that are small and expand to a large size are refused", async () => {
    const bomb = workbook("<worksheet/>", { "xl/styles.xml": `<styleSheet>${"<a/>".repeat(17 * 256 * 1024)}` });
    expect(bomb.length).toBeLessThan(64 * 1024);
    expect(await importing(bomb)).toMatchObject({
      code: 1,
      err: expect.stringContaining("is too large when unpacked (xl/styles.xml)."),
    });
    // Also where each tag is short, or there is none.
    for (const [text, message] of [
      ["x".repeat(5_000_000), "a text in it is too long."],
      ["<t>xxxxxxx</t>".repeat(200_000), "a text in row 1 is too long."],
    ]) {
      const sheet = `<worksheet><sheetData><row><c t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`;
      expect(await importing(workbook(sheet))).toMatchObject({ code: 1, err: expect.stringContaining(message ?? "") });
    }
  });
});
