import { describe, expect, it } from "vitest";
import { StackError } from "../errors/stackError.ts";
import { startWhole } from "./cleanUps.ts";

/** Starts three steps, of which the second cannot be undone, and then does the rest. */
const startThen = (undone: number[], rest: () => object) =>
  startWhole(async (cleanUps) => {
    for (const step of [1, 2, 3])
      cleanUps.push(async () => {
        undone.push(step);
        if (step === 2) throw new Error("The connection is gone.");
      });
    return rest();
  });

describe("a start of several steps", () => {
  it("is undone from the last step to the first, even if one of them cannot be, and once", async () => {
    const undone: number[] = [];
    const { stop } = await startThen(undone, () => ({}));
    await expect(stop()).rejects.toThrow("The stack did not stop cleanly.");
    await expect(stop()).rejects.toThrow("The stack did not stop cleanly.");
    expect(undone).toEqual([3, 2, 1]);
  });

  it("is undone if it fails, and says why it failed", async () => {
    const undone: number[] = [];
    const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
      code: "ENOSPC",
      syscall: "write",
    });
    const failed = startThen(undone, () => {
      throw full;
    });
    await expect(failed).rejects.toThrow(StackError);
    await expect(failed).rejects.toThrow("The stack cannot start: ENOSPC: no space left on device, write");
    expect(undone).toEqual([3, 2, 1]);
  });
});
