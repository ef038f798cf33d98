import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { neutralise, record, restore } from "./csv.ts";

const special = [..."=+-@\t\r\n＝＋－＠'\",;|\u0000"];
const trigger = fc.constantFrom(...special);
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .tuple(fc.array(trigger, { maxLength: 4 }), fc.string({ unit: "grapheme" }))
    .map(([head, tail]) => head.join("") + tail),
  fc.array(trigger, { maxLength: 8 }).map((all) => all.join("")),
);

it("hostile cells never run in a spreadsheet, and are imported as they were", () => {
  fc.assert(
    fc.property(hostile, (cell) => {
      expect(neutralise(cell)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u);
      // A spreadsheet that expects another separator, or no quotes, sees these cells.
      for (const part of neutralise(cell).split(/[;|\t\r\n]"*/u)) expect(part).not.toMatch(/^[=+\-@＝＋－＠]/u);
      expect(restore(neutralise(cell))).toBe(cell);
    }),
    { numRuns: 1000 },
  );
});

it("records are read as they were by any reader of RFC 4180", () => {
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 1, maxLength: 4 }), fc.constantFrom("\n", "\r\n"), (cells, end) => {
      const text = record(cells) + end;
      expect(parse(text, { record_delimiter: end })).toEqual([cells]);
    }),
  );
});

it("a cell with thousands of quotes does not take minutes", () => {
  const cell = `;${'"'.repeat(60_000)}${"'".repeat(60_000)}=x`;
  expect(restore(neutralise(cell))).toBe(cell);
});
