import { expect, it } from "vitest";
import { waitInWords } from "./waitInWords.ts";

const now = Date.parse("2026-11-21T10:00:00Z");

it.each([
  ["0", "1 second"],
  ["45", "45 seconds"],
  ["5400", "2 hours"],
  ["Sat, 21 Nov 2026 10:05:00 GMT", "5 minutes"],
  ["Sat, 21 Nov 2026 09:00:00 GMT", "1 second"],
  [null, "a few minutes"],
])("says Retry-After: %s as %s", (header, words) => {
  expect(waitInWords(header, now)).toBe(words);
});
