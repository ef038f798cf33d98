import { Parser } from "csv-parse";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CsvReader } from "./csvReader.ts";
import type { SourceRecord } from "./sourceRecord.ts";

function read(text: string, delimiter: string, size = text.length || 1): SourceRecord[] {
  const reader = new CsvReader(delimiter, 1);
  const records: SourceRecord[] = [];
  for (let at = 0; at < text.length; at += size) records.push(...reader.read(text.slice(at, at + size), false));
  return [...records, ...reader.read("", true)];
}

/** What csv-parse makes of a text up to a quote that is never closed. */
async function reference(text: string, delimiter: string): Promise<{ records: string[][]; whole: boolean }> {
  const parser = new Parser({ delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true });
  const records: string[][] = [];
  // A stream that fails drops the records it has buffered, so they are collected here.
  parser.push = (record: string[] | null) => {
    if (record) records.push(record);
    return true;
  };
  const error = await new Promise<unknown>((resolve) => {
    parser.once("error", resolve);
    parser.end(text, () => resolve(undefined));
  });
  return { records, whole: !error };
}

describe("CsvReader", () => {
  const text = fc.array(fc.constantFrom('"', '"', ",", ";", "\n", "\r\n", "\r", "a", "é ", "🙂"), { maxLength: 24 });

  it("reads what csv-parse reads, however the pieces fall", async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.constantFrom(",", ";"),
        fc.integer({ min: 1, max: 7 }),
        async (parts, delimiter, size) => {
          const csv = parts.join("");
          const { records, whole } = await reference(csv, delimiter);
          const got = read(csv, delimiter, size);
          const broken = got.findIndex((record) => record.broken !== undefined);
          expect(broken).toBe(whole ? -1 : records.length);
          expect(got.slice(0, records.length).map(({ cells }) => cells)).toEqual(records);
          expect(got.length > records.length).toBe(!whole);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("says which line a record begins in, as an editor counts them", () => {
    expect(
      read('a,b\r\n\r\n"x\r\ny\nz",1\r\n"o"" p",2\r\n3,"4"\r\n5', ",").map(({ line, cells }) => [line, cells]),
    ).toEqual([
      [1, ["a", "b"]],
      [3, ["x\r\ny\nz", "1"]],
      [6, ['o" p', "2"]],
      [7, ["3", "4"]],
      [8, ["5"]],
    ]);
  });

  it("goes on after each line that opens a quote and never closes it, and after one that is endless", () => {
    const endless = "x".repeat(70_000);
    for (const size of [1000, 65_536, 300_000])
      expect(read(`a\n"b\nc\n${endless}\n"${endless}\nd\n"e\nf`, ",", size)).toEqual([
        { line: 1, cells: ["a"] },
        { line: 2, cells: ['"b'], broken: "A quote is opened here and never closed." },
        { line: 3, cells: ["c"] },
        { line: 4, cells: [endless], broken: "The line is longer than 65,536 characters." },
        { line: 5, cells: [`"${endless}`], broken: "A quote is opened here and never closed." },
        { line: 6, cells: ["d"] },
        { line: 7, cells: ['"e'], broken: "A quote is opened here and never closed." },
        { line: 8, cells: ["f"] },
      ]);
  });

  it("gives up a line of megabytes in constant time and memory per piece, and goes on after it", () => {
    const megabytes = 'a,"b",'.repeat(1_000_000);
    for (const lineEnd of ["\n", "\r\n"])
      for (const size of [65_536, 100_001, megabytes.length + 6]) {
        const records = read(["a,b", megabytes, "c,d"].join(lineEnd), ",", size);
        expect(records.map(({ line, cells }) => [line, cells.join().slice(0, 5)])).toEqual([
          [1, "a,b"],
          [2, 'a,"b"'],
          [3, "c,d"],
        ]);
        expect(records[1]).toMatchObject({ broken: "A quote is opened here and never closed." });
        expect(records[1]?.cells[0]).toHaveLength(16 * 65_536);
      }
  });
});
