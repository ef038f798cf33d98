import { expect, it } from "vitest";
import { isUrl } from "./isUrl.ts";

it("tells URLs from other texts, however often it was asked before", () => {
  const asked = Array.from({ length: 200_000 }, (_, n) => isUrl(`https://example.com/${n % 7}`));
  expect(asked.every(Boolean)).toBe(true);
  expect([isUrl("https://Bücher.example/"), isUrl("https://"), isUrl("example.com")]).toEqual([true, false, false]);
});
