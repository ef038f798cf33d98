import { expect, it, vi } from "vitest";
import { referenceKey, referenceKeys } from "../../../testkit/referenceKeys.ts";

// A file of its own, because the library finds out once whether there are vector instructions.
it("derives the reference's keys without vector instructions", async () => {
  vi.resetModules();
  const instantiate = vi.spyOn(WebAssembly, "instantiate");
  instantiate.mockRejectedValueOnce(new WebAssembly.CompileError("invalid value type"));
  const { deriveKey } = await import("./argon2id.ts");
  for (const [memory, lanes, key] of referenceKeys) expect(await referenceKey(deriveKey, memory, lanes)).toBe(key);
  expect(instantiate).toHaveBeenCalledTimes(2);
});
