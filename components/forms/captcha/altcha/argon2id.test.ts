import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { referenceKey, referenceKeys } from "../../../testkit/referenceKeys.ts";

// Each test loads the module anew, because the library is set up once.
beforeEach(() => vi.resetModules());
afterEach(() => vi.restoreAllMocks());

it.each(referenceKeys)("derives the reference's key from %s KiB in %s lanes", async (memory, lanes, key) => {
  const { deriveKey } = await import("./argon2id.ts");
  expect(await referenceKey(deriveKey, memory, lanes)).toBe(key);
});

it("says that memory is short in the words at which altcha-lib tries again with fewer workers", async () => {
  // As Chromium words it.
  vi.spyOn(WebAssembly, "Memory").mockImplementation(function refuse() {
    throw new RangeError("WebAssembly.Memory(): could not allocate memory");
  });
  const { deriveKey } = await import("./argon2id.ts");
  await expect(referenceKey(deriveKey, 256, 1)).rejects.toThrow("Out of memory");
});
