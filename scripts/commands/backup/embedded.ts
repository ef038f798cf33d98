import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { addAbortSignal, pipeline, type Readable, Transform } from "node:stream";
import { BackupError, readArchive } from "../../../server/embedded/backup/archive.ts";
import { openBackup, type OpenBackup } from "../../../server/embedded/backup/load.ts";
import { lostConnection, NoDatabaseError, StackError } from "../../../server/embedded/errors/stackError.ts";
import { megabytes } from "../../../server/lib/amounts.ts";
import type { Context } from "../../cli/session/context.ts";
import { CliError, readError } from "../../data/errors.ts";
import { say } from "../../cli/terminal/io.ts";
import { progress } from "../../cli/terminal/progress.ts";
import { backendSettings, forStack } from "../../cli/session/settings.ts";

/**
 * The data folder of the embedded stack.
 * @throws CliError `usage` where the settings name a hosted project.
 */
export function embeddedFolder(context: Context): string {
  const settings = backendSettings(context.settings);
  if (settings.kind === "embedded") return resolve(context.folder, settings.dataFolder);
  throw new CliError(
    "usage",
    "A hosted project's backups are Supabase's own; this command is for the embedded stack.",
    {
      hint: `Its dashboard lists them under Database, Backups; docs/backup.md says how to make a copy of your own. For the stack: ${forStack} …`,
    },
  );
}

/** Reads the beginning of a backup, `-` being stdin, and hands the rest to `work`. */
export async function readBackup<T>(
  context: Context,
  path: string,
  label: string,
  work: (backup: OpenBackup) => Promise<T>,
): Promise<T> {
  const { signal } = context;
  const unreadable = (cause: unknown) => {
    throw readError(path, cause);
  };
  const size = path === "-" ? undefined : (await stat(path).catch(unreadable)).size;
  const shown = progress(context, label, size, megabytes);
  const source = size === undefined ? addAbortSignal(signal, context.in) : createReadStream(path, { signal });
  try {
    return await work(await openBackup(readArchive(counted(source, shown.at)), (line) => say(context, line)));
  } finally {
    source.destroy();
    shown.end();
  }
}

/** Passes a stream on, and tells how many bytes have been read. */
function counted(source: Readable, at: (bytes: number) => void): Readable {
  let bytes = 0;
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      at((bytes += chunk.length));
      done(null, chunk);
    },
  });
  return pipeline(source, passing, () => undefined);
}

/** Turns an error of a backup or restore into a CliError; any other error is returned unchanged. */
export function asCliError(error: unknown): unknown {
  if (error instanceof NoDatabaseError) return new CliError("configuration", error.message, { cause: error });
  if (error instanceof BackupError || error instanceof StackError)
    return new CliError("failed", error.message, { cause: error });
  if (error instanceof Error && lostConnection(error))
    return new CliError("unreachable", "The database has ended the connection.", {
      cause: error,
      hint: "Check whether it is running: npx prelaunch check",
    });
  return error;
}
