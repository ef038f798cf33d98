import { access, type FileHandle, link, open, rename, rm } from "node:fs/promises";
import { Writable } from "node:stream";
import { callbackify } from "node:util";
import type { Output } from "../../cli/output/output.ts";
import { openStream } from "../../cli/output/stream.ts";

/**
 * What is written to an open file, which its opener closes. A `WriteStream` closes it as well when a write fails, whatever
 * its `autoClose` says, and the second close hides why that was; one that a handle made keeps the handle from closing.
 */
const writableOf = (handle: FileHandle): Writable =>
  new Writable({ write: callbackify((chunk: Uint8Array, _encoding: unknown) => handle.writeFile(chunk)) });

async function writeStream(path: string, signal: AbortSignal, fill: (out: Writable) => Promise<void>): Promise<void> {
  const handle = await openStream(path, signal);
  try {
    await fill(writableOf(handle));
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file (0600) under a name of this process beside it, checks it there, and puts it in place when it is whole
 * and on the disk. Whatever fails, the name keeps what it had.
 */
async function writeFile(
  path: string,
  fill: (out: Writable) => Promise<void>,
  check: (partial: string) => Promise<void>,
): Promise<void> {
  const replaces = await access(path).then(
    () => true,
    () => false,
  );
  const partial = `${path}.${process.pid}.partial`;
  const handle = await open(partial, "wx", 0o600);
  try {
    try {
      await fill(writableOf(handle));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await check(partial);
    if (replaces) return await rename(partial, path);
    // Unlike a rename, a link never replaces what another process has put there meanwhile.
    await link(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Writes a backup to where its name leads; a file is checked before it gets the name. */
export async function writeArchiveTo(
  output: Output,
  stdout: Writable,
  signal: AbortSignal,
  fill: (out: Writable) => Promise<void>,
  check: (partial: string) => Promise<void>,
): Promise<void> {
  if (output.kind === "stdout") return fill(stdout);
  if (output.kind === "stream") return writeStream(output.path, signal, fill);
  return writeFile(output.path, fill, check);
}
