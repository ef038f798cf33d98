import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { unzipSync, zipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { textHead } from "../../scripts/commands/export/formats/text.ts";
import { neutralise, restore } from "../../scripts/csv/neutralise.ts";
import { record } from "../../scripts/csv/record.ts";
import { serialToMs } from "../../scripts/records/source/xlsx/serial.ts";
import { startBackend } from "../support/backend.ts";
import { cli, hosted, scratchFolder } from "./terminal.ts";
import { row, sheetOf, workbookOf } from "./workbooks.ts";

describe("seed, export, import, export", () => {
  let folder: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    return scratch.remove;
  });

  it("ends with the same bytes", async () => {
    const [first, second] = [await startBackend(), await startBackend()];
    try {
      const { host } = new URL(first.origin);
      const seeding = ["seed", "--waitlist", "2500", "--beta", "20", "--seed", "3", "--confirm", host];
      expect(await cli(seeding, { env: hosted(first) })).toMatchObject({
        code: 0,
        err: expect.stringContaining("Added 2,500 people and 20 applications"),
      });
      expect(await cli(seeding, { env: hosted(first) })).toMatchObject({
        code: 0,
        err: expect.stringContaining("Added 0 people and 0 applications"),
      });
      // Addresses that a spreadsheet would run as formulas, and one that looks neutralised already.
      await first.supabase
        .from("waitlist")
        .insert([
          { email: "=cmd@example.com" },
          { email: "+1@example.com" },
          { email: "'=x@example.com" },
          { email: "o'brien@example.com" },
        ])
        .throwOnError();
      const [exported, again] = [join(folder, "a.csv"), join(folder, "b.csv")];
      await cli(["export", "waitlist", "--out", exported, "--excel"], { env: hosted(first) });
      expect(await cli(["import", "waitlist", exported], { env: hosted(second) })).toMatchObject({
        code: 0,
        err: expect.stringContaining("2,504 lines: 2,504 added, 0 duplicates"),
      });
      await cli(["export", "waitlist", "--out", again, "--excel"], { env: hosted(second) });
      expect(await readFile(again, "utf8")).toBe(await readFile(exported, "utf8"));
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  });

  it("refuses to seed a hosted project that was not named", async () => {
    const backend = await startBackend();
    try {
      const { host } = new URL(backend.origin);
      expect(await cli(["seed"], { env: hosted(backend) })).toMatchObject({
        code: 2,
        err: expect.stringContaining(`--confirm ${host}`),
      });
      expect(await cli(["seed", "--confirm", "other.example"], { env: hosted(backend) })).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^error: \S+ is not an embedded stack\.\n/u),
      });
      expect(await cli(["seed", "--dry-run", "--waitlist", "1"], { env: hosted(backend) })).toMatchObject({
        code: 0,
        err: expect.stringMatching(
          /^Would write 1 person and \d+ applications, from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, seed 1, to .+\.\n$/u,
        ),
      });
      const { count } = await backend.supabase.from("waitlist").select("*", { count: "exact", head: true });
      expect(count).toBe(0);
    } finally {
      await backend.stop();
    }
  });
});

const trigger = fc.constantFrom(
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\r",
  "\n",
  "＝",
  "＋",
  "－",
  "＠",
  "'",
  '"',
  ",",
  ";",
  "|",
  "\u0000",
);
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .tuple(fc.array(trigger, { maxLength: 4 }), fc.string({ unit: "grapheme" }))
    .map(([head, tail]) => head.join("") + tail),
  fc.array(trigger, { maxLength: 8 }).map((all) => all.join("")),
);

describe("hostile cells", () => {
  it("never run in a spreadsheet, and are imported as they were", () => {
    fc.assert(
      fc.property(hostile, (cell) => {
        expect(neutralise(cell)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u);
        // A spreadsheet that expects another separator, or no quotes.
        for (const part of neutralise(cell).split(/[;|\t\r\n]"*/u)) expect(part).not.toMatch(/^[=+\-@＝＋－＠]/u);
        expect(restore(neutralise(cell))).toBe(cell);
      }),
      { numRuns: 1000 },
    );
  });

  it("never begin a formula in a spreadsheet that separates cells by semicolons", () => {
    expect(neutralise("Ada;=1+1;\"@SUM(1)\n- one\n'-two; -three")).toBe(`Ada;'=1+1;"'@SUM(1)\n'- one\n''-two; -three`);
  });

  it("are read correctly by any reader of RFC 4180 and of JSON", async () => {
    const backend = await startBackend();
    try {
      // PostgreSQL stores neither NUL nor an unpaired surrogate.
      const cells = fc
        .sample(hostile, { numRuns: 600, seed: 4 })
        .filter((cell) => !/\p{Cs}/u.test(cell) && !cell.includes("\u0000") && [...cell].length <= 100 && cell !== "");
      expect(cells.length).toBeGreaterThan(300);
      const rows = cells.map((name, index) => ({
        name,
        email: `p${index}@example.com`,
        company: index % 3 === 0 ? name : null,
        role: "other" as const,
        reason: "x",
        created_at: new Date(Date.UTC(2026, 4, 4) + index).toISOString(),
      }));
      await backend.supabase.from("beta_applications").insert(rows).throwOnError();
      const exported = async (...argv: string[]) =>
        (await cli(["export", "beta", "--out", "-", ...argv], { env: hosted(backend) })).out;
      for (const [end, ...excel] of [["\n"], ["\r\n", "--excel"]] as const) {
        const text = await exported("--columns", "name,company", ...excel);
        const written = rows.map(({ name, company }) => `${record([name, company ?? ""].map(neutralise))}${end}`);
        expect(text).toBe(`${excel.length > 0 ? "\uFEFF" : ""}name,company${end}${written.join("")}`);
        const read: string[][] = parse(text, { bom: true, record_delimiter: end });
        expect(read.slice(1).map((line) => line.map(restore))).toEqual(
          rows.map(({ name, company }) => [name, company ?? ""]),
        );
      }
      const raw = rows.map(({ company }) => `${record([company ?? ""])}\n`);
      expect(await exported("--columns", "company", "--raw")).toBe(`company\n${raw.join("")}`);
      const lines = rows.map(({ company, name }) => `${JSON.stringify({ company, name })}\n`);
      expect(await exported("--columns", "company,name", "--format", "ndjson")).toBe(lines.join(""));
    } finally {
      await backend.stop();
    }
  });

  it("are neutralised in headers too", () => {
    const request = { subject: "beta", format: "csv", columns: ["=1+1", "＠x"], excel: false, raw: false } as const;
    expect(textHead({ ...request, columns: [...request.columns] })).toBe("'=1+1,'＠x\n");
  });

  it("keep text that looks like a spreadsheet's escape in a workbook", async () => {
    const sheet = await sheetOf(["name"], [row("_x000D_ _X000D_ _x00e4_x")]);
    // Excel and LibreOffice read _x005F_ as an underscore.
    expect(sheet).toContain(">_x005F_x000D_ _X000D_ _x005F_x00e4_x</t>");
  });

  it("are text in a workbook, in a style that stays text when it is edited", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 5 }), async (cells) => {
        const files = await workbookOf(["name"], cells.map(row));
        const sheet = new TextDecoder().decode(files["xl/worksheets/sheet1.xml"]);
        expect(sheet).not.toContain("<f>");
        expect(sheet.match(/<c r="A\d+" t="inlineStr" s="2">/gu)).toHaveLength(cells.length);
        // oxlint-disable-next-line no-control-regex -- XML 1.0 section 2.2 has no place for them
        expect(sheet).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/u);
        expect(new TextDecoder().decode(files["xl/styles.xml"])).toContain(
          '<xf xfId="0" numFmtId="49" quotePrefix="1"',
        );
      }),
      { numRuns: 100 },
    );
  });
});

describe("a workbook", () => {
  it("keeps apostrophes that addresses begin with, and removes those that came from an opened CSV file", async () => {
    const backend = await startBackend();
    const { folder, remove } = await scratchFolder();
    try {
      const run = (...argv: string[]) => cli(argv, { env: hosted(backend), folder });
      const emails = ["'+eve@example.com", "'o@example.com", "+eve@example.com"];
      const stored = async () =>
        (await backend.supabase.from("waitlist").select("email").order("email").throwOnError()).data.map(
          ({ email }) => email,
        );
      const clear = () => backend.supabase.from("waitlist").delete().neq("email", "").throwOnError();
      await backend.supabase
        .from("waitlist")
        .insert(emails.map((email) => ({ email })))
        .throwOnError();
      const before = await stored();
      expect(await run("export", "waitlist", "--columns", "email", "--out", "people.xlsx")).toMatchObject({ code: 0 });
      await clear();
      expect(await run("import", "waitlist", "people.xlsx")).toMatchObject({ code: 0 });
      expect(await stored()).toEqual(before);
      await clear();
      const parts = unzipSync(await readFile(join(folder, "people.xlsx")));
      const styles = new TextDecoder().decode(parts["xl/styles.xml"]).replace(' quotePrefix="1"', "");
      await writeFile(
        join(folder, "opened.xlsx"),
        zipSync({ ...parts, "xl/styles.xml": new TextEncoder().encode(styles) }),
      );
      expect(await run("import", "waitlist", "opened.xlsx")).toMatchObject({ code: 0 });
      expect(await stored()).toEqual(["'o@example.com", "+eve@example.com"]);
    } finally {
      await remove();
      await backend.stop();
    }
  });

  it("has times that are read back to the millisecond", async () => {
    const times = fc.date({ min: new Date("1970-01-01"), max: new Date("2199-12-31"), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(times, async (time) => {
        const sheet = await sheetOf(["created_at"], [[time.toISOString()]]);
        expect(serialToMs(Number(/<v>([^<]*)/u.exec(sheet)?.[1]))).toBe(time.getTime());
      }),
    );
  });

  it("has real dates and booleans, and the same bytes every time", async () => {
    const backend = await startBackend();
    const { folder, remove } = await scratchFolder();
    try {
      await writeFile(
        join(folder, "people.csv"),
        "email,created_at,notified\na@example.com,2026-05-04T12:00:00Z,yes\n",
      );
      await cli(["import", "waitlist", "people.csv"], { env: hosted(backend), folder });
      const [one, two] = [join(folder, "one.xlsx"), join(folder, "two.xlsx")];
      for (const file of [one, two])
        expect(
          await cli(
            ["export", "waitlist", "--format", "xlsx", "--columns", "email,notified,created_at", "--out", file],
            { env: hosted(backend) },
          ),
        ).toMatchObject({ code: 0 });
      const files = unzipSync(await readFile(one));
      expect(new TextDecoder().decode(files["xl/worksheets/sheet1.xml"])).toContain(
        '<c r="B2" t="b"><v>1</v></c><c r="C2" s="3"><v>46146.500000000</v></c></row>',
      );
      expect(new TextDecoder().decode(files["xl/styles.xml"])).toContain(':ss.000"');
      expect(await readFile(two)).toEqual(await readFile(one));
    } finally {
      await remove();
      await backend.stop();
    }
  });
});
