import { expect, it, vi } from "vitest";
import * as v from "valibot";
import { createSubmissionIds } from "./submissionIds.ts";

it("keeps the id of unchanged content and gives changed content another", () => {
  const idFor = createSubmissionIds();
  const first = idFor({ name: "Ada" });
  expect(first).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
  expect(idFor({ name: "Ada" })).toBe(first);
  expect(idFor({ name: "Ada L." })).not.toBe(first);
});

it("gives ids on a page that came by plain HTTP, from a server on the local network", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const id = createSubmissionIds()({ name: "Ada" });
  vi.unstubAllGlobals();
  expect(v.is(v.pipe(v.string(), v.uuid()), id)).toBe(true);
  expect(id[14]).toBe("4");
});

it("gives the same content of another application another id", () => {
  expect(createSubmissionIds()({ name: "Ada" })).not.toBe(createSubmissionIds()({ name: "Ada" }));
});
