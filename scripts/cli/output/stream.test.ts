import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openStream } from "./stream.ts";

it.runIf(process.platform === "linux")("opens a pipe whose reader leaves at that moment", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-stream-"));
  // A pipe for each attempt: a program that another test starts has what is open here, until it has begun, and that can be the last
  // attempt's pipe, whose next reader would not wait.
  const pipes = Array.from({ length: 20 }, (_, n) => join(folder, `pipe${n}`));
  execFileSync("mkfifo", pipes);
  try {
    for (const pipe of pipes) {
      const reader = spawn("sh", ["-c", ': < "$0"', pipe]);
      const over = new AbortController();
      const opened = openStream(pipe, over.signal).catch(() => undefined);
      const handle = await Promise.race([opened, sleep(5000, "waits" as const)]);
      if (handle === "waits") {
        over.abort();
        // Releases an open that waits in the kernel.
        await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK).then((other) => other.close());
      }
      expect(handle).not.toBe("waits");
      await (await opened)?.close();
      if (reader.exitCode === null) await once(reader, "exit");
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
