import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { useImports } from "./importing.ts";

const { run, query, importing, people, file, supabase } = useImports();

const created = async () =>
  (await query("select created_at from waitlist order by email")).map(({ created_at: at }) =>
    at instanceof Date ? at.toISOString().slice(0, 16) : at,
  );

describe("dates", () => {
  it.each([
    [
      "Date,Email\n25/04/2025,a@x.org\n3/4/2025,b@x.org\n",
      ["2025-04-25T00:00", "2025-04-03T00:00"],
      "(day/month/year)",
    ],
    [
      "Created time,Email\n4/25/2025 5:06pm,a@x.org\n3/4/2025 5:06pm,b@x.org\n",
      ["2025-04-25T17:06", "2025-03-04T17:06"],
      "(month/day/year)",
    ],
    [
      "Datum;E-Mail\n04.03.2025;a@x.org\n05.03.2025 17:06;b@x.org\n",
      ["2025-03-04T00:00", "2025-03-05T17:06"],
      "created_at ← Datum",
    ],
    [
      "Optin Time,Email\n45781.5,a@x.org\n45782,b@x.org\n",
      ["2025-05-04T12:00", "2025-05-05T00:00"],
      "created_at ← Optin Time",
    ],
    [
      'Created time,Email\n"April 3, 2025 5:06 PM",a@x.org\n"April 4, 2025",b@x.org\n',
      ["2025-04-03T17:06", "2025-04-04T00:00"],
      "created_at",
    ],
  ])("are read as the whole column shows: %s", async (text, expected, described) => {
    const { code, err } = await importing(text);
    expect(err).toContain(described);
    expect(code).toBe(0);
    expect(await created()).toEqual(expected);
  });

  it("that can be read in two ways are asked about, or have to be given", async () => {
    const text = "Date,Email\n3/4/2025,a@x.org\n";
    expect(await importing(text)).toMatchObject({
      code: 2,
      err: 'error: The dates in "Date" can be read two ways, such as 3/4/2025.\nSay which number comes first: --date-format dmy (day) or --date-format mdy (month).\n',
    });
    expect(await importing(text, [], { answers: ["dmy"] })).toMatchObject({ code: 0 });
    expect(await created()).toEqual(["2025-04-03T00:00"]);
    expect(await importing(text.replace("a@", "b@"), ["--date-format", "mdy"])).toMatchObject({ code: 0 });
    expect(await created()).toEqual(["2025-04-03T00:00", "2025-03-04T00:00"]);
  });

  it("are asked about again after an invalid answer, until nothing is typed", async () => {
    const text = "Date,Email\n3/4/2025,a@x.org\n";
    expect(await importing(text, [], { answers: ["x", ""] })).toMatchObject({
      code: 2,
      err: expect.stringContaining('"x" is not one of: day, dmy, month, mdy. Press Enter alone to give up.\n'),
    });
    expect(await importing(text, [], { answers: ["d", "Day"] })).toMatchObject({ code: 0 });
    expect(await created()).toEqual(["2025-04-03T00:00"]);
  });

  it("before 2000 or after tomorrow are refused, each with its reason", async () => {
    const clock = () => new Date("2026-05-04T12:00:00Z");
    const { code } = await importing(
      "email,created_at\na@x.org,0025-04-25\nb@x.org,1999-12-31\nc@x.org,2026-05-07\nd@x.org,2026-05-05\ne@x.org,2025-02-30\n",
      [],
      { clock },
    );
    expect(code).toBe(1);
    expect((await readFile(file("people.csv.rejects.csv"), "utf8")).split("\n").slice(1)).toEqual([
      "2,created_at is before the year 2000.,a@x.org,0025-04-25",
      "3,created_at is before the year 2000.,b@x.org,1999-12-31",
      "4,created_at is after tomorrow.,c@x.org,2026-05-07",
      "6,created_at is not a day of the calendar.,e@x.org,2025-02-30",
      "",
    ]);
    expect(await people()).toEqual(["d"]);
  });
});

describe("columns", () => {
  it.each([
    ["E-Mail-Adresse;Name\na@x.org;Ada\n"],
    ["Adresse e-mail;Nom\na@x.org;Ada\n"],
    ["Kontakt,Email me\na@x.org,yes\n"],
    ["Nr,Empfänger\n1,a@x.org\n2,not one\n3,a@x.org\n"],
  ])("of addresses are known by what is in them: %s", async (text) => {
    await importing(text);
    expect(await people()).toEqual(["a"]);
  });

  it("of addresses are asked for when there are several", async () => {
    expect(await importing("Invited by,Guest\na@x.org,b@x.org\n")).toMatchObject({
      code: 2,
      err: expect.stringContaining("Several columns hold addresses: Invited by, Guest."),
    });
    await importing("Invited by,Guest\na@x.org,b@x.org\n", ["--map", "email=Guest"]);
    expect(await people()).toEqual(["b"]);
  });

  it("called Subscribed are read as a date or as yes and no, by their values", async () => {
    await importing("Email,Subscribed\na@x.org,2025-05-04\n");
    expect(await created()).toEqual(["2025-05-04T00:00"]);
    await importing("Email,Subscribed\nb@x.org,no\n");
    expect(await people()).toEqual(["a", "-b"]);
  });

  it("with addresses as mail programs write them are unwrapped", async () => {
    await importing(
      'email\nAda <ada@x.org>\n<bo@x.org>\nmailto:cy@x.org\nmailto:di@x.org?subject=Hi\n"""Li, Ed"" <ed@x.org>"\n',
    );
    expect(await people()).toEqual(["ada", "bo", "cy", "di", "ed"]);
  });

  it("of sources that had to be changed or cut are counted", async () => {
    const { err } = await importing(`email,source\na@x.org,Facebook Ads\nb@x.org,friend\nc@x.org,${"x".repeat(70)}\n`);
    expect(err).toContain('2 sources were changed to a valid form, 1 of them cut: "Facebook Ads" → facebook-ads, …');
  });
});

describe("other files", () => {
  it("begin with the delimiter, for Excel", async () => {
    const { err } = await importing("sep=;\r\nemail;source\r\na@x.org;x,y\r\nbroken\r\n");
    expect(err).toContain("fields separated by ;");
    expect(await people()).toEqual(["a"]);
    expect(await readFile(file("people.csv.rejects.csv"), "utf8")).toContain(
      "4;The line has 1 field instead of 2.;broken",
    );
  });

  it("may have rows of blank cells, as spreadsheets write them", async () => {
    expect(await importing(";;\nEmail;Name;\na@x.org;A;\n;;\n ;;;;\nb@x.org;B;\n;;\n")).toMatchObject({
      code: 0,
      err: expect.stringContaining("2 lines: 2 added, 0 duplicates, 0 rejected."),
    });
    expect(await people()).toEqual(["a", "b"]);
  });

  it("may be named pipes, such as a shell's", async () => {
    await promisify(execFile)("mkfifo", [file("pipe")]);
    const writing = writeFile(file("pipe"), "email\na@x.org\nnobody\n");
    const { code, err } = await run(["import", "waitlist", "pipe"]);
    await writing;
    expect(err).toContain("2 lines: 1 added");
    expect(err).toContain("line 3: ");
    expect(code).toBe(1);
    expect(await readdir(file("."))).toEqual(["pipe"]);
  });

  it("send a terminal no control characters", async () => {
    const command = "\u001B]0x\u0007";
    const asked: string[] = [];
    const texts = [
      `email,${command}note\na@x.org,y\n`,
      `email,Status${command}\na@x.org,${command}odd\n`,
      `${command}\n1\n`,
    ];
    for (const text of texts) {
      const { err } = await importing(text, ["--dry-run"]);
      expect(err).toContain("\uFFFD]0x\uFFFD");
      asked.push(err);
    }
    expect(asked.join("")).not.toMatch(/(?!\n)\p{Cc}/u);
  });

  it("may be standard input, and leave nothing behind", async () => {
    const left = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("prelaunch-import-"));
    const before = await left();
    const { code, err } = await run(["import", "waitlist", "-"], { input: "email\na@x.org\nnobody\n" });
    expect(err).toContain("  line 3: Enter a valid e-mail address, such as ada@example.com.\n2 lines: 1 added");
    expect(code).toBe(1);
    expect(await people()).toEqual(["a"]);
    expect(await run(["import", "waitlist", "-"])).toMatchObject({ code: 1, err: "error: stdin has no lines.\n" });
    expect(await left()).toEqual(before);
  });

  it("can be interrupted from the first line on, and leave nothing behind", async () => {
    await writeFile(file("people.csv"), "email\na@x.org\n");
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith("prelaunch-import-"));
    for (const name of ["people.csv", "-"])
      expect(await run(["import", "waitlist", name], { input: "email\n", signal: AbortSignal.abort() })).toMatchObject({
        code: 130,
        err: expect.stringContaining("error: Interrupted."),
      });
    expect((await readdir(tmpdir())).filter((name) => name.startsWith("prelaunch-import-"))).toEqual(before);
    expect(await people()).toEqual([]);
  });

  it("may be our own workbooks", async () => {
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

  const workbook = (sheet: string, more: Record<string, string> = {}) =>
    zipSync({
      "xl/worksheets/sheet1.xml": strToU8(sheet),
      "xl/workbook.xml": strToU8(
        '<workbook xmlns:r="r"><sheets><sheet name="People" sheetId="1" r:id="r1"/></sheets></workbook>',
      ),
      "xl/_rels/workbook.xml.rels": strToU8(
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      ),
      ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
    });

  it("may be other programs' workbooks: shared and rich strings, dates by format, gaps, prefixes", async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c><x:c r="D2" t="inlineStr"><x:is><x:t>Date</x:t></x:is></x:c></x:row>' +
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
    expect((await created())[0]).toBe("2025-05-04T12:00");
  });

  it("may be other programs' workbooks: a name of a part in other case", async () => {
    const sheet = '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>';
    const strings = "<sst><si><t>a@x.org</t></si></sst>";
    expect(await importing(workbook(sheet, { "xl/SharedStrings.xml": strings }))).toMatchObject({ code: 0 });
    expect(await people()).toEqual(["a"]);
  });

  it("may be other programs' workbooks: strings without a value", async () => {
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

  it("may be other programs' workbooks: escaped text is read as it was typed", async () => {
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

  it.each([
    [
      "an archive of CSV files",
      zipSync({ "subscribed.csv": strToU8("x"), "cleaned.csv": strToU8("x") }),
      "Unpack it, and import a file inside: subscribed.csv, cleaned.csv",
    ],
    ["half a workbook", workbook("<worksheet/>").subarray(0, 100), "is a damaged workbook: its end is missing."],
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
    ["an old Excel file", Buffer.from("d0cf11e0a1b11ae1", "hex"), "Save it as .xlsx without a password, or as CSV."],
    ["nothing at all", "\uFEFF \n", "people.csv has no lines."],
  ])("that cannot be read are refused with one line: %s", async (_name, bytes, message) => {
    const { code, err } = await importing(bytes);
    expect(err).toContain(message);
    expect(err).not.toContain("not expected");
    expect(code).toBe(1);
  });

  it("that are small and expand to a large size are refused", async () => {
    const bomb = workbook("<worksheet/>", { "xl/styles.xml": `<styleSheet>${" ".repeat(17 * 1024 * 1024)}` });
    expect(bomb.length).toBeLessThan(64 * 1024);
    expect(await importing(bomb)).toMatchObject({
      code: 1,
      err: expect.stringContaining("is too large when unpacked (xl/styles.xml)."),
    });
  });
});
