import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bytesOf } from "./openFile.ts";
import { spool } from "./spool.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-spool-"));
  vi.stubEnv("TMPDIR", folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const { signal } = new AbortController();

it("has no name from the first byte on, so that it never outlives the process", async () => {
  const input = new PassThrough();
  const spooled = spool("stdin", input, signal);
  const text = "ada@example.com\n".repeat(10_000);
  input.write(text);
  while (input.readableLength > 0) await setTimeout(1);
  expect(await readdir(folder)).toEqual([]);
  input.end("bea@example.com\n");
  const handle = await spooled;
  for (const _ of ["first", "again"]) {
    let read = "";
    for await (const piece of bytesOf(handle)) read += piece.toString();
    expect(read).toBe(`${text}bea@example.com\n`);
  }
  await handle.close();
});

it("says where there is no room for it", async () => {
  vi.stubEnv("TMPDIR", join(folder, "none"));
  await expect(spool("stdin", Readable.from([Buffer.from("x")]), signal)).rejects.toMatchObject({
    code: "failed",
    message: expect.stringMatching(/none\S+ cannot be written: its folder does not exist\.$/u),
    hint: expect.stringContaining("TMPDIR"),
  });
});

it("says that stdin cannot be read", async () => {
  const refused = Object.assign(new Error("EISDIR"), { code: "EISDIR", syscall: "read" });
  const input = new Readable({ read: () => void input.destroy(refused) });
  await expect(spool("stdin", input, signal)).rejects.toMatchObject({
    code: "failed",
    message: "stdin cannot be read: it is a folder.",
  });
});

it("leaves nothing when it is interrupted", async () => {
  const input = new PassThrough();
  const abort = new AbortController();
  const spooled = spool("stdin", input, abort.signal);
  input.write("ada@example.com\n");
  abort.abort();
  await expect(spooled).rejects.toMatchObject({ name: "AbortError" });
  expect(await readdir(folder)).toEqual([]);
});
