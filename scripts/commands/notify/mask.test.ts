import { expect, it } from "vitest";
import { glyphsFor } from "../../cli/glyphs.ts";
import { mask } from "./mask.ts";

it.each([
  ["ada@example.com", "a…@example.com"],
  ["a@example.com", "a…@example.com"],
  ["ülla@bücher.example", "ü…@bücher.example"],
  ["\u{1d4d0}da@example.com", "\u{1d4d0}…@example.com"],
  ["\u202eada@\u202eexample.com", "?…@?example.com"],
  ["\u001b[2J@example.com\u001b[2J", "?…@example.com??2J"],
  ['"a@b"@example.com', "?…@example.com"],
  ["@", "?…@"],
])("masks %j", (email, masked) => expect(mask(email, glyphsFor({ unicode: true }))).toBe(masked));
