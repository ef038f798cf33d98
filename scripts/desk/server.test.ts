import { afterEach, expect, it, vi } from "vitest";
import { startIdleTimer } from "./server.ts";

afterEach(() => void vi.useRealTimers());

it("the desk ends when nobody has used it for an hour", async () => {
  vi.useFakeTimers();
  const ended = vi.fn();
  const { idle, used } = startIdleTimer(3_600_000);
  void idle.then(ended);
  await vi.advanceTimersByTimeAsync(3_599_000);
  used();
  await vi.advanceTimersByTimeAsync(3_599_000);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended).toHaveBeenCalledOnce();
});
