import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { constants, mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { addAbortSignal } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { closedPipe } from "../../tests/support/closedPipe.ts";
import { openInput } from "./openInput.ts";

let folder: string;
let pipe: string;
let interrupt: AbortController;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-input-"));
  pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  interrupt = new AbortController();
});
afterEach(() => rm(folder, { recursive: true }));

it("ends with the signal while nobody writes the pipe", async () => {
  setTimeout(() => interrupt.abort(), 100);
  await expect(openInput(pipe, interrupt.signal)).rejects.toMatchObject({ name: "AbortError" });
  await closedPipe(pipe);
});

it("ends with the signal while somebody has the pipe, and is silent", async () => {
  const opened = openInput(pipe, interrupt.signal);
  const writer = await open(pipe, constants.O_WRONLY);
  const stream = (await opened).createReadStream();
  const read = buffer(addAbortSignal(interrupt.signal, stream));
  await writer.write("email\n");
  setTimeout(() => interrupt.abort(), 100);
  await expect(read).rejects.toMatchObject({ name: "AbortError" });
  if (!stream.closed) await once(stream, "close");
  await writer.close();
  await closedPipe(pipe);
});

it("refuses a folder before anything is read", async () => {
  await expect(openInput(folder, interrupt.signal)).rejects.toMatchObject({
    code: "failed",
    message: `${folder} cannot be read: it is a folder.`,
  });
});

it("writes to no pipe that it has read", async () => {
  const opened = openInput(pipe, interrupt.signal);
  const writer = await open(pipe, constants.O_WRONLY);
  await (await opened).close();
  const [reader] = await Promise.all([open(pipe, constants.O_RDONLY | constants.O_NONBLOCK), writer.close()]);
  interrupt.abort();
  await sleep(100);
  expect((await reader.read()).bytesRead).toBe(0);
  await reader.close();
});

it("writes to no file, whenever the signal comes", async () => {
  const file = join(folder, "people.csv");
  await writeFile(file, "email\n");
  const handle = await openInput(file, interrupt.signal);
  interrupt.abort();
  await handle.close();
  expect(await readFile(file, "utf8")).toBe("email\n");
});

it("writes to no file that has taken the place of a pipe", async () => {
  const opened = openInput(pipe, interrupt.signal);
  const writer = await open(pipe, constants.O_WRONLY);
  const handle = await opened;
  await rm(pipe);
  await writeFile(pipe, "email\n");
  interrupt.abort();
  await sleep(100);
  expect(await readFile(pipe, "utf8")).toBe("email\n");
  await Promise.all([handle.close(), writer.close()]);
});

it("opens nothing after the signal", async () => {
  const file = join(folder, "people.csv");
  await writeFile(file, "email\n");
  interrupt.abort();
  await expect(openInput(file, interrupt.signal)).rejects.toMatchObject({ name: "AbortError" });
});
