import { execFileSync } from "node:child_process";
import { constants, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { closedPipe } from "../../../tests/support/closedPipe.ts";
import { openSource } from "./openSource.ts";

let folder: string;
let pipe: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-source-"));
  pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it("closes a pipe when its content cannot be stored in the temporary folder", async () => {
  vi.stubEnv("TMPDIR", join(folder, "none"));
  const opened = openSource(pipe, { folder, input: Readable.from([]), signal: new AbortController().signal });
  const writer = await open(pipe, constants.O_WRONLY);
  await expect(opened).rejects.toMatchObject({ hint: expect.stringContaining("TMPDIR") });
  await writer.close();
  await closedPipe(pipe);
});
