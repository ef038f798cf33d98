import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Seen } from "./seen.ts";

it("remembers what a map would", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.nat(6)), { maxLength: 5000 }), (entries) => {
      const map = new Map<string, number>();
      const seen = new Seen(new Set(entries.map(([key]) => key)).size);
      for (const [key, value] of entries) {
        expect(seen.get(key)).toBe(map.get(key));
        seen.set(key, value);
        map.set(key, value);
      }
      for (const [key, value] of map) expect(seen.get(key)).toBe(value);
    }),
    { numRuns: 50 },
  );
});

it("takes as many keys as it was made for, and still answers for others when full", () => {
  const seen = new Seen(20_000);
  for (let index = 0; index < 20_000; index++) seen.set(`p${index}@example.com`, index % 4);
  expect(seen.get("p19999@example.com")).toBe(3);
  expect(seen.get("p20000@example.com")).toBeUndefined();
  seen.set("p19999@example.com", 0);
  expect(seen.get("p19999@example.com")).toBe(0);
  expect(() => seen.set("p20000@example.com", 0)).toThrow(RangeError);
});

it("refuses a number that it could not return", () => {
  expect(() => new Seen(1).set("p@example.com", 7)).toThrow(RangeError);
});
