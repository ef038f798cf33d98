import { expect, it } from "vitest";
import { createSubmissionIds } from "./submissionIds.ts";

it("keeps the id of unchanged content and gives changed content another", () => {
  const ids = createSubmissionIds();
  const first = ids.for({ name: "Ada" });
  expect(first).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
  expect(ids.for({ name: "Ada" })).toBe(first);
  expect(ids.for({ name: "Ada L." })).not.toBe(first);
});

it("gives the same content another id once the last was accepted", () => {
  const ids = createSubmissionIds();
  const first = ids.for({ name: "Ada" });
  ids.forget();
  expect(ids.for({ name: "Ada" })).not.toBe(first);
});
