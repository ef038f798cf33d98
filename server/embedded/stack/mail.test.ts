import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startDailyCleanUp } from "./mail.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the daily clean-up", () => {
  it("erases nothing while a clock that is ahead at the start is set, then runs each day until it is stopped", async () => {
    const prune = vi.fn(async () => undefined);
    const stop = startDailyCleanUp(prune);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(prune).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(prune).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    expect(prune).toHaveBeenCalledTimes(3);
    stop();
    await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    expect(prune).toHaveBeenCalledTimes(3);
  });
});
