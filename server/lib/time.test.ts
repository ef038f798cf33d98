import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { timeLimit } from "./time.ts";

/** What a listener that alone knows of a signal is told, while garbage is collected all the time. */
function told(signal: AbortSignal, collect: () => void): Promise<unknown> {
  const collecting = setInterval(collect, 20);
  const reason = new Promise((resolve) => {
    signal.addEventListener("abort", ({ target }) => resolve(target instanceof AbortSignal && target.reason.name));
  });
  return Promise.race([reason, sleep(2000, "nothing")]).finally(() => clearInterval(collecting));
}

describe("a time limit", () => {
  let collect: () => void;
  beforeAll(() => {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc");
  });
  afterAll(() => setFlagsFromString("--no-expose-gc"));

  it("comes though nobody holds it", async () => {
    const { signal } = new AbortController();
    expect(await told(timeLimit(100), collect)).toBe("TimeoutError");
    expect(await told(timeLimit(100, signal), collect)).toBe("TimeoutError");
    expect(await told(AbortSignal.any([new AbortController().signal, timeLimit(100, signal)]), collect)).toBe(
      "TimeoutError",
    );
  });

  it("does not outlast the signal", () => {
    const ending = new AbortController();
    const limit = timeLimit(60_000, ending.signal);
    ending.abort();
    expect(limit.aborted).toBe(true);
  });
});
