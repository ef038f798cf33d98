import { expect, it } from "vitest";
import { feedbackId } from "./feedbackId.ts";

it.each([
  ["Keelbook", "update:keelbook"],
  ["M\u00fcller & S\u00f6hne: Buchhaltung", "update:mullersohnebuch"],
  ["Ox", "update:oxkeelbookexamp"],
  ["\u5e33\u7c3f", "update:keelbookexample"],
])("names the sender %s in letters that need no encoding", (brand, id) => {
  expect(feedbackId("update", brand, "hello@keelbook.example")).toBe(id);
});
