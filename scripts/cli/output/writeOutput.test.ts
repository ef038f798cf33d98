import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { writeOutput } from "./writeOutput.ts";

it.skipIf(process.platform === "win32")("fails if a pipe's reader leaves before it has the whole text", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-write-"));
  const path = join(folder, "pipe");
  try {
    await promisify(execFile)("mkfifo", [path]);
    spawn("sh", ["-c", 'head -c 1 < "$0"', path]);
    const io = { out: new PassThrough(), signal: new AbortController().signal };
    await expect(writeOutput(io, { kind: "stream", path }, "a".repeat(1_000_000), "page")).rejects.toMatchObject({
      code: "failed",
      message: `The page is incomplete: the program reading ${path} has ended.`,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
