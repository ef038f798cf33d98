import { readFile, rm, writeFile } from "node:fs/promises";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { useImports } from "./importing.ts";
import { sheets, workbook } from "./workbooks.ts";

const { run, query, importing, people, file, supabase } = useImports();

describe("workbooks", () => {
  it("may be our own", async () => {
    await supabase()
      .from("waitlist")
      .insert([
        { email: "=a@x.org", created_at: "2025-05-04T12:34:56.789Z", notified: true, source: "friend" },
        { email: "b@x.org", created_at: "2025-05-05T00:00:00Z", unsubscribed_at: "2025-05-06T00:00:00Z" },
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

  it.each([
    ["the usual ones", "http://schemas.openxmlformats.org/officeDocument/2006/relationships", ""],
    ["those of strict Office Open XML", "http://purl.oclc.org/ooxml/officeDocument/relationships", "/book/"],
  ])(
    "may be other programs': parts have other names, as Microsoft 365 gives them, and types: %s",
    async (_, type, from) => {
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
        "book/strings2.xml": "<sst><si><t>email</t></si><si><t>a@x.org</t></si></sst>",
      };
      const zipped = Object.entries(parts).map(([name, text]) => [name, strToU8(text)]);
      const { code, err } = await importing(zipSync(Object.fromEntries(zipped)));
      expect(err).toContain('Reading a workbook, sheet "People"\n');
      expect(code).toBe(0);
      expect(await people()).toEqual(["a"]);
    },
  );

  it("may be other programs': escaped text is read as it was typed", async () => {
    const cells = (line: number, ...texts: [string, string]) =>
      `<row r="${line}"><c r="A${line}" t="s"><v>${line - 1}</v></c>${texts.map((text, index) => `<c r="${"BC"[index]}${line}" t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
    const sheet = `<worksheet><sheetData>${cells(1, "email", "name")}${cells(2, "a@x.org", "A_x005F_x0041_")}</sheetData></worksheet>`;
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
      { name: "A_x0041_", reason: "One\ntwo, _X0041_" },
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

  it("are read from the one sheet that has people, be it hidden", async () => {
    await writeFile(file("people.xlsx"), sheets({ Chart: [], People: ["a@x.org"], Codes: ["x"] }));
    expect((await run(["import", "waitlist", "people.xlsx"])).err).toContain(
      'Reading a workbook, sheet "People" alone (not Chart, Codes)\n',
    );
    expect(await people()).toEqual(["a"]);
  });

  const rows = (content: string, after = "") =>
    workbook(
      `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>email</v></c><c r="B1" t="str"><v>status</v></c></row>${content}</sheetData>${after}</worksheet>`,
    );
  const person = '<c r="A2" t="str"><v>a@x.org</v></c>';
  const far = Array.from({ length: 2000 }, (_, n) => `<row r="${n + 2}"><c r="XFD${n + 2}"><v>1</v></c></row>`).join(
    "",
  );
  it.each([
    [
      "an archive of CSV files",
      zipSync({ "subscribed.csv": strToU8("x") }),
      "is an archive, but not an Excel workbook.",
    ],
    ["a Word document", zipSync({ "word/document.xml": strToU8("<document/>") }), "but not an Excel workbook."],
    ["half a workbook", rows("").subarray(0, 100), "is a damaged workbook."],
    ["broken XML", workbook("<worksheet><sheetData><row></sheetData>"), "is a damaged workbook."],
    ["entities", workbook('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'), "is a damaged workbook."],
    ["a column far away", rows(far), "has a cell in row 2 beyond column 1000.\nDelete what is beside the table."],
    [
      "a formula that failed",
      rows(`<row r="2">${person}<c r="B2" t="e"><v>#REF!</v></c></row>`),
      "has a formula in B2 that failed (#REF!).",
    ],
    [
      "a formula without its result",
      rows(`<row r="2">${person}<c r="B2"><f>A1</f><v/></c></row>`),
      "has a formula in row 2 that was never calculated.",
    ],
    [
      "merged rows",
      rows(`<row r="2">${person}</row>`, '<mergeCells><mergeCell ref="A2:A9"/></mergeCells>'),
      "has cells that are merged over several rows: A2:A9.",
    ],
    ["an old Excel file", Buffer.from("d0cf11e0a1b11ae10000", "hex"), "is neither text nor an Excel workbook (.xlsx)."],
    ["a PDF document", "%PDF-1.7\n1 0 obj\n", "is neither text nor an Excel workbook (.xlsx)."],
    ["nothing at all", "\uFEFF \n", "people.csv has no lines."],
    [
      "quoted lines",
      '"email,name,status"\n"a@x.org,Ada,active"\n',
      "people.csv is quoted as a whole, so that it is one field.",
    ],
    ["an open quote", 'email,name\r\na@x.org,A\n"b@x.org,B\nc@x.org,C\n', "A quote that is opened in line 3 of"],
    ["an open quote in the first line", '"email,unsubscribed\na@x.org,yes\n', "A quote that is opened in line 1 of"],
  ])("that cannot be read, and other files, are refused: %s", async (_name, bytes, message) => {
    const { code, err } = await importing(bytes);
    expect(err).toContain(message);
    expect(code).toBe(1);
    expect(await people()).toEqual([]);
  });

  it("that are small and expand to a large size are refused", async () => {
    const bomb = workbook("<worksheet/>", { "xl/styles.xml": "x" }).slice();
    const at = Buffer.from(bomb).lastIndexOf("PK\u0001\u0002");
    new DataView(bomb.buffer).setUint32(at + 24, 0x7fffffff, true);
    expect(await importing(bomb)).toMatchObject({
      code: 1,
      err: expect.stringContaining("is too large when unpacked."),
    });
  });
});

describe("text", () => {
  const accents = "E-Mail;Source\na@x.org;caf\u00E9\n";
  it.each([
    ["UTF-8 with a mark and semicolons", Buffer.from(`\uFEFF${accents}`), "utf-8, fields separated by ;"],
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
    ["a delimiter that is named", "sep=|\r\nemail|source\r\na@x.org|caf\u00E9\r\n", "fields separated by |"],
    [
      "rows of blank cells",
      ";;\nEmail;Source;\na@x.org;caf\u00E9;\n;;\n ;;\n",
      "1 line: 1 added, 0 duplicates, 0 rejected.",
    ],
    [
      "CRLF after the header, LF after the rows",
      'email,unsubscribed,source\r\na@x.org,"",caf\u00E9\n\n',
      "1 line: 1 added, 0 duplicates, 0 rejected.",
    ],
    [
      "LF after the header, CRLF after the rows",
      'email,unsubscribed,source\na@x.org,"",caf\u00E9\r\n\r\n',
      "1 line: 1 added, 0 duplicates, 0 rejected.",
    ],
    ["cells that a spreadsheet must not change", 'email,source\n="a@x.org",="caf\u00E9"\n', "1 line: 1 added"],
    ["the same, quoted", 'email,source\n"=""a@x.org""",caf\u00E9\n', "1 line: 1 added"],
  ])("is read: %s", async (_what, bytes, described) => {
    expect(await importing(bytes)).toMatchObject({ code: 0, err: expect.stringContaining(described) });
    expect(await query("select email, source, unsubscribed_at from waitlist")).toEqual([
      { email: "a@x.org", source: "cafe", unsubscribed_at: null },
    ]);
  });

  it("is read with addresses as mail programs write them, with or without a header", async () => {
    await importing('Ada <ada@x.org>\n<bo@x.org>\nmailto:di@x.org?subject=Hi\n"""Li, Ed"" <ed@x.org>"\n');
    await importing("Nr,Empf\u00E4nger\n1,f@x.org\n2,not one\n3,f@x.org\n");
    expect(await people()).toEqual(["ada", "bo", "di", "ed", "f"]);
  });

  it("has right line numbers whatever its line ends", async () => {
    await importing('email,name\r\n\r\n"a@x.org","A\r\nB"\n\nnobody,C\r\nnobody,D\n', ["--rejects", "r.csv"]);
    expect((await readFile(file("r.csv"), "utf8")).match(/^\d+/gmu)).toEqual(["6", "7"]);
  });

  it("is said to be missing where it is", async () => {
    expect(await run(["import", "waitlist", "missing.csv"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("missing.csv cannot be read: there is no such file.\n"),
    });
    expect(await run(["import", "waitlist", "-"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("stdin has no lines."),
    });
  });
});
