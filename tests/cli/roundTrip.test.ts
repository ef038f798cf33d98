import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { neutralise, record, restore } from "../../scripts/cli/csv.ts";
import { startBackend } from "../support/backend.ts";
import { cli, hosted, scratchFolder } from "./terminal.ts";

describe("seed, export, import, export", () => {
  let folder: string;
  beforeAll(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    return scratch.remove;
  });

  it.each(["a.csv", "a.xlsx"])("ends with the same people: %s", async (name) => {
    const [first, second] = [await startBackend(), await startBackend()];
    try {
      const { host } = new URL(first.origin);
      const seeding = ["seed", "--waitlist", "1200", "--beta", "20", "--seed", "3", "--confirm", host];
      expect(await cli(seeding, { env: hosted(first) })).toMatchObject({
        code: 0,
        err: expect.stringContaining("Added 1,200 people and 20 applications"),
      });
      expect(await cli(seeding, { env: hosted(first) })).toMatchObject({
        code: 0,
        err: expect.stringContaining("Added 0 people and 0 applications"),
      });
      // Addresses that a spreadsheet would run as formulas, and some that look neutralised already.
      await first.supabase
        .from("waitlist")
        .insert(
          ["=cmd@example.com", "+1@example.com", "'=x@example.com", "o'brien@example.com", "'o@example.com"].map(
            (email, ms) => ({ email, created_at: new Date(Date.UTC(2026, 4, 4) + ms).toISOString() }),
          ),
        )
        .throwOnError();
      const people = async (backend: typeof first) =>
        (await cli(["export", "waitlist", "--format", "ndjson", "--out", "-"], { env: hosted(backend) })).out;
      const file = join(folder, name);
      await cli(["export", "waitlist", "--out", file], { env: hosted(first) });
      expect(await cli(["import", "waitlist", file], { env: hosted(second) })).toMatchObject({ code: 0 });
      expect(await people(second)).toBe(await people(first));
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
});
