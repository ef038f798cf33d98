import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { readKey } from "./keys.ts";

class Terminal extends PassThrough {
  setRawMode(): this {
    return this;
  }
}

it.each([3_600_000, -3_600_000])("takes a held key for none while the clock is set by %i ms", async (step) => {
  const terminal = new Terminal();
  const clock = vi.spyOn(Date, "now");
  onTestFinished(() => clock.mockRestore());
  const key = readKey(terminal, new AbortController().signal, () => undefined);
  clock.mockReturnValue(Date.now() + step);
  // At once: on a busy machine even a short wait may be as long as a pause of the keys.
  terminal.write("a");
  // Long enough for a person to have let go of it.
  await sleep(300);
  terminal.write("d");
  expect(await key).toBe("d");
});
