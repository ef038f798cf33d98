import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterLines } from "./lines.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe("afterLines", () => {
  it("skips whole lines, however the pieces fall", async () => {
    const line = fc.tuple(
      fc.string({ maxLength: 5 }).map((text) => text.replaceAll(/[\r\n]/gu, "")),
      fc.constantFrom("\n", "\r\n"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 8 }),
        fc.nat(8),
        fc.integer({ min: 1, max: 4 }),
        async (lines, skip, size) => {
          const join = (some: [string, string][]) => some.map((parts) => parts.join("")).join("");
          let rest = "";
          for await (const piece of afterLines(inPieces(join(lines), size), skip)) rest += piece;
          expect(rest).toBe(join(lines.slice(skip)));
        },
      ),
    );
  });
});
