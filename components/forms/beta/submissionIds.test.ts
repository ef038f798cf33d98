import { expect, it } from "vitest";
import { createSubmissionIds } from "./submissionIds.ts";

it("keeps the id of unchanged content and gives changed content another", () => {
  const idFor = createSubmissionIds();
  const first = idFor({ name: "Ada" });
  expect(first).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
  expect(idFor({ name: "Ada" })).toBe(first);
  expect(idFor({ name: "Ada L." })).not.toBe(first);
});

it("gives the same content of another application another id", () => {
  expect(createSubmissionIds()({ name: "Ada" })).not.toBe(createSubmissionIds()({ name: "Ada" }));
});
