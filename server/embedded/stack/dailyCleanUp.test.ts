import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startDailyCleanUp } from "./dailyCleanUp.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the daily clean-up", () => {
  it("is done at once and each day, until it is stopped", async () => {
    const prune = vi.fn(async () => undefined);
    const stop = startDailyCleanUp(prune);
    expect(prune).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    expect(prune).toHaveBeenCalledTimes(3);
    stop();
    await vi.advanceTimersByTimeAsync(2 * 86_400_000);
    expect(prune).toHaveBeenCalledTimes(3);
  });

  it("says that it failed, but not when its stop was why", async () => {
    const said: string[] = [];
    const fails = () => new Promise((_, reject) => void setTimeout(() => reject(new Error("gone")), 10));
    const log = (line: string) => void said.push(line);
    startDailyCleanUp(fails, log)();
    await vi.advanceTimersByTimeAsync(20);
    expect(said).toEqual([]);
    const stop = startDailyCleanUp(fails, log);
    await vi.advanceTimersByTimeAsync(20);
    expect(said).toEqual(["The daily clean-up failed; it is tried again tomorrow."]);
    stop();
  });
});
