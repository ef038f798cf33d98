import { existsSync } from "node:fs";
import { type FileHandle, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Writable } from "node:stream";
import { callbackify } from "node:util";
import { flushFolder } from "../../../server/files/durable.ts";
import type { Context } from "../../cli/context.ts";
import { say } from "../../cli/io.ts";
import { openFresh } from "../../cli/output/openFresh.ts";
import type { Output } from "../../cli/output/chooseOutput.ts";
import { toStream } from "../../cli/output/stream.ts";
import { giveName } from "./giveName.ts";
import { claimUnfinished, removeAbandoned, unfinishedFiles } from "./unfinished.ts";

/**
 * A stream into an open file or pipe, which its opener closes. A `WriteStream` would close it as well when a write fails, whatever
 * its `autoClose` says, and the second close would hide the reason; one made by the handle keeps the handle from closing.
 */
const writableOf = (put: (chunk: Uint8Array) => Promise<void>): Writable =>
  new Writable({ write: callbackify((chunk: Uint8Array, _encoding: unknown) => put(chunk)) });

/**
 * Writes a file (0600) under a temporary name beside it, checks it there, and gives it its name once it is complete and on
 * the disk. Whatever fails, the name keeps its former file, or has the complete new one.
 */
async function writeFile(
  path: string,
  now: Date,
  fill: (out: Writable) => Promise<void>,
  check: (unfinished: string) => Promise<void>,
): Promise<void> {
  const replaces = existsSync(path);
  const claim = await claimUnfinished(path, now);
  const { data } = unfinishedFiles(path);
  try {
    // In place of one left by a backup whose claim somebody has removed by hand, as the message about a claimed file suggests.
    const handle = await openFresh(data);
    const complete = async (): Promise<void> => {
      await fillFile(handle, fill);
      await check(data);
      await (replaces ? rename(data, path) : giveName(data, path));
      await flushFolder(dirname(path));
    };
    await complete().finally(() => rm(data, { force: true }));
  } finally {
    await claim.release();
  }
}

/** Fills an open file, which is then on the disk, and closed. */
async function fillFile(handle: FileHandle, fill: (out: Writable) => Promise<void>): Promise<void> {
  try {
    await fill(writableOf((chunk) => handle.writeFile(chunk)));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a backup to where its name leads; a file is checked before it gets the name.
 * @throws CliError when another backup writes it, the operating system's error, and what `fill` and `check` throw.
 */
export async function writeArchiveTo(
  output: Output,
  context: Context,
  fill: (out: Writable) => Promise<void>,
  check: (unfinished: string) => Promise<void>,
): Promise<void> {
  if (output.kind === "stdout") return fill(context.out);
  if (output.kind === "stream") return toStream(output.path, context.signal, "backup", (put) => fill(writableOf(put)));
  for (const left of await removeAbandoned(dirname(output.path), context.clock()))
    say(context, `Removed ${left}, left behind by a backup that was killed.`);
  return writeFile(output.path, context.clock(), fill, check);
}
