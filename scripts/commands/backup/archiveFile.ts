import { createWriteStream } from "node:fs";
import { link, lstat, open, rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { BackupError } from "../../../server/embedded/backup/backupError.ts";
import { NoDatabaseError, StackError } from "../../../server/embedded/stackError.ts";
import { CliError } from "../../cli/errors.ts";

const noSpace = new Set(["ENOSPC", "EDQUOT"]);

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** Says a failure of the backup, of the embedded stack or of a file in one line; others pass. */
export function said(error: unknown, file: string): unknown {
  if (error instanceof NoDatabaseError) return new CliError("configuration", error.message, { cause: error });
  if (error instanceof BackupError || error instanceof StackError)
    return new CliError("failed", error.message, { cause: error });
  const reason = codeOf(error);
  if (typeof reason !== "string" || !/^E[A-Z]+$/u.test(reason) || error instanceof CliError) return error;
  return new CliError("failed", noSpace.has(reason) ? `There is no room left for ${file}.` : `${file}: ${reason}`, {
    cause: error,
  });
}

/** Refuses to write over what is there, unless it is a plain file that may be replaced. */
export async function refuseExisting(file: string, force: boolean): Promise<void> {
  const there = await lstat(file).catch(() => undefined);
  if (!there) return;
  if (!there.isFile())
    throw new CliError("usage", `${file} is not a plain file.`, { hint: "Name a file, or give - for stdout." });
  if (!force)
    throw new CliError("usage", `${file} exists.`, { hint: "Name another file, or replace it with --force." });
}

/**
 * Writes a file (0600) under a name of this process beside it, checks it there, and puts it in place when it is whole
 * and on the disk. Whatever fails, the name keeps what it had.
 */
export async function writeWhole(
  file: string,
  force: boolean,
  fill: (out: Writable) => Promise<void>,
  check: (partial: string) => Promise<void>,
): Promise<void> {
  const partial = `${file}.${process.pid}.partial`;
  const handle = await open(partial, "wx", 0o600);
  try {
    try {
      await fill(createWriteStream(partial, { fd: handle.fd, autoClose: false }));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await check(partial);
    if (force) return await rename(partial, file);
    // Unlike a rename, a link never replaces what another process has put there meanwhile.
    await link(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}
