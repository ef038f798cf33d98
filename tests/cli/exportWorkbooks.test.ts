import { describe, expect, it } from "vitest";
import { subjects } from "../../scripts/commands/export/request/tables.ts";
import { row, sheetOf, workbookOf } from "./workbooks.ts";

describe("an exported workbook", () => {
  it("has columns wide enough to read, a header that stays, and a window that keeps both", async () => {
    const sheet = await sheetOf(["email", "created_at", "application_id"], []);
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain(
      '<cols><col min="1" max="1" width="34" customWidth="1"/><col min="2" max="2" width="25" customWidth="1"/><col min="3" max="3" width="38" customWidth="1"/></cols>',
    );
    // Without it, a spreadsheet chooses a window by itself.
    expect(new TextDecoder().decode((await workbookOf(["email"], []))["xl/workbook.xml"])).toContain("<workbookView/>");
  });

  it.each(subjects)("has no sheet called History, a name that Excel keeps for itself: %s", async (subject) => {
    const parts = await workbookOf(["created_at"], [], subject);
    const [, name] = /<sheet name="([^"]+)"/u.exec(new TextDecoder().decode(parts["xl/workbook.xml"])) ?? [];
    expect(name).toEqual(expect.stringMatching(/^(?!history$)./iu));
  });

  it("says where rows and cells are, without which Gnumeric and xlsx2csv find an empty sheet", async () => {
    const sheet = await sheetOf(["name", ...Array.from({ length: 26 }, () => "company")], [["a"], ["\\N", "b"]]);
    expect([...sheet.matchAll(/<c r="(\w+)"[^>]*><is><t>(?:name|a|b)</gu)].map(([, place]) => place)).toEqual([
      "A1",
      "A2",
      "B3",
    ]);
    expect(sheet).toMatch(/<c r="Z1"[^<]*<is><t>company<\/t><\/is><\/c><c r="AA1"/u);
    expect(sheet.match(/<row[^>]*>/gu)).toEqual(['<row r="1">', '<row r="2">', '<row r="3">']);
  });

  it("shows each line of a text, and the cells beside it at its top", async () => {
    const reasons = ["one\\ntwo", "\\N", "x".repeat(66), "x".repeat(67), "漢".repeat(34), "x".repeat(2000)];
    const rows = reasons.map((reason) => ["Ada", reason, "2026-05-04 12:00:00+00"]);
    const files = await workbookOf(["name", "reason", "created_at"], rows);
    const [sheet, styles] = ["xl/worksheets/sheet1.xml", "xl/styles.xml"].map((path) =>
      new TextDecoder().decode(files[path]),
    );
    const [, formats = ""] = /<cellXfs[^>]*>(.*)<\/cellXfs>/u.exec(styles ?? "") ?? [];
    const all = formats.match(/<xf [^>]*\/>|<xf .*?<\/xf>/gu) ?? [];
    const looks = [...(sheet ?? "").matchAll(/<c r="[ABC]2"[^>]* s="(\d+)"/gu)].map(([, index]) => all[Number(index)]);
    expect(looks).toEqual([
      expect.stringContaining('<alignment vertical="top"/>'),
      expect.stringContaining('<alignment vertical="top" wrapText="1"/>'),
      expect.stringContaining('<alignment horizontal="left" vertical="top"/>'),
    ]);
    // LibreOffice works out no heights.
    expect([...(sheet ?? "").matchAll(/<row [^>]*?(?: ht="(\d+)")?>/gu)].map(([, height]) => height)).toEqual([
      undefined,
      "30",
      undefined,
      undefined,
      "30",
      "30",
      "409",
    ]);
    // Without it, pandas and openpyxl warn of a workbook without a default style.
    expect(styles).toContain('<cellStyle name="Normal" xfId="0" builtinId="0"/>');
  });

  it("preserves white space that a spreadsheet would drop, and marks only those cells", async () => {
    const sheet = await sheetOf(["name"], ["Ada Lovelace", " before", "after ", "one\ntwo", "wide  gap"].map(row));
    expect(sheet.match(/<t[^>]*>[^<]*/gu)).toEqual([
      "<t>name",
      "<t>Ada Lovelace",
      '<t xml:space="preserve"> before',
      '<t xml:space="preserve">after ',
      '<t xml:space="preserve">one\ntwo',
      '<t xml:space="preserve">wide  gap',
    ]);
  });
});
