import { afterEach, expect, it, vi } from "vitest";
import { createPace } from "./loop.ts";

afterEach(() => void vi.useRealTimers());

it("a pace lets in so many a second, evenly for all callers, and makes nobody wait after a rest", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const pace = createPace(10);
  const times: number[] = [];
  const begun = performance.now();
  const enter = () => pace().then(() => times.push(performance.now() - begun));
  void Promise.all([enter(), enter(), enter()]);
  await vi.advanceTimersByTimeAsync(1000);
  await enter();
  expect(times).toEqual([0, 100, 200, 1000]);
});
