import * as fc from "fast-check";
import { expect, it } from "vitest";
import { Seen } from "./seen.ts";

it("remembers what a map would", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.nat(3)), { maxLength: 5000 }), (entries) => {
      const [seen, map] = [new Seen(), new Map<string, number>()];
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

it("holds more than it had room for", () => {
  const seen = new Seen();
  for (let index = 0; index < 20_000; index++) seen.set(`p${index}@example.com`, index % 4);
  expect(seen.get("p19999@example.com")).toBe(3);
  expect(seen.get("p20000@example.com")).toBeUndefined();
});
