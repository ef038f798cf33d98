import { afterEach, expect, it, vi } from "vitest";
import * as v from "valibot";
import { forgetSubmission, submissionIdOf } from "./submissionId.ts";

/** The function in the page that a reload makes of this one. */
async function afterReload(): Promise<typeof submissionIdOf> {
  vi.resetModules();
  return (await import("./submissionId.ts")).submissionIdOf;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  forgetSubmission();
});

it("keeps the id of unchanged content and gives changed content another", () => {
  const first = submissionIdOf({ name: "Ada" });
  expect(first).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u);
  expect(submissionIdOf({ name: "Ada L." })).not.toBe(first);
  expect(submissionIdOf({ name: "Ada" })).toBe(first);
});

it("keeps the id over a reload, of which the browser restores the content", async () => {
  const first = submissionIdOf({ name: "Ada" });
  const idOf = await afterReload();
  expect(idOf({ name: "Ada" })).toBe(first);
  expect(idOf({ name: "Ada L." })).not.toBe(first);
  expect(JSON.stringify(sessionStorage)).not.toContain("Ada");
});

it("gives the same content another id where the first is forgotten, or another tab sends it", async () => {
  const first = submissionIdOf({ name: "Ada" });
  forgetSubmission();
  const second = submissionIdOf({ name: "Ada" });
  expect(second).not.toBe(first);
  sessionStorage.clear();
  expect((await afterReload())({ name: "Ada" })).not.toBe(second);
});

it("keeps the id on a page whose browser refuses storage", () => {
  vi.stubGlobal("sessionStorage", undefined);
  const first = submissionIdOf({ name: "Ada" });
  expect(submissionIdOf({ name: "Ada" })).toBe(first);
  forgetSubmission();
  expect(submissionIdOf({ name: "Ada" })).not.toBe(first);
});

it("gives ids on a page that came by plain HTTP, from a server on the local network", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const id = submissionIdOf({ name: "Ada" });
  expect(v.is(v.pipe(v.string(), v.uuid()), id)).toBe(true);
  expect(id[14]).toBe("4");
});
