import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Server } from "./server.ts";
import { supervise } from "./supervise.ts";

/** A server that has ended. */
const ended = (): Server => ({ ended: Promise.resolve("signal SIGKILL"), stop: async () => undefined });
/** A server that runs until it is stopped. */
const lasting = () => ({ ended: new Promise<string>(() => undefined), stop: vi.fn(async () => undefined) });

describe("a server that ends by itself", () => {
  it("is given up when it ends for the fourth time in ten minutes", async () => {
    const said: string[] = [];
    const start = vi.fn(async () => (start.mock.calls.length < 9 ? ended() : lasting()));
    const { gone } = supervise(ended(), start, (line) => said.push(line));
    expect(await gone).toBe("PostgreSQL has ended 4 times (signal SIGKILL). What was stored is safe.");
    expect(start).toHaveBeenCalledTimes(3);
    expect(said).toEqual(Array(3).fill("PostgreSQL has ended (signal SIGKILL) and is started again."));
  }, 5000);

  it("is started again and again if it ends every four minutes", async () => {
    let minutes = 0;
    vi.spyOn(performance, "now").mockImplementation(() => (minutes += 4) * 60_000);
    onTestFinished(() => void vi.restoreAllMocks());
    const last = lasting();
    const start = vi.fn(async () => (start.mock.calls.length < 9 ? ended() : last));
    const { stop } = supervise(ended(), start, () => undefined);
    await expect.poll(() => start).toHaveBeenCalledTimes(9);
    await stop();
    expect(last.stop).toHaveBeenCalledOnce();
  });

  it("is stopped, too, if it is being started again at that moment", async () => {
    const next = lasting();
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const start = vi.fn(() => begun.then(() => next));
    const { stop } = supervise(ended(), start, () => undefined);
    await expect.poll(() => start).toHaveBeenCalledOnce();
    const stopped = stop();
    begin();
    await stopped;
    expect(next.stop).toHaveBeenCalledOnce();
  });
});
