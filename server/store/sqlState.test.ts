import { afterEach, expect, it, vi } from "vitest";
import { deadlock, retryOnDeadlock } from "./sqlState.ts";

afterEach(() => void vi.restoreAllMocks());

it.each([
  ["a call that always ends in a deadlock is given up after four attempts", deadlock, 4],
  ["a call that fails otherwise is not repeated", "23505", 1],
])("%s", async (_, code, attempts) => {
  // The calls are repeated without a pause.
  vi.spyOn(Math, "random").mockReturnValue(0);
  const error = Object.assign(new Error("refused"), { code });
  const call = vi.fn(() => (call.mock.calls.length > 9 ? Promise.resolve() : Promise.reject(error)));
  await expect(retryOnDeadlock(call)).rejects.toBe(error);
  expect(call).toHaveBeenCalledTimes(attempts);
});
