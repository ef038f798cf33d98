import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { readArchive } from "../../../server/embedded/backup/archive.ts";
import type { BackupSums } from "../../../server/embedded/backup/manifest.ts";
import { openBackup, type OpenBackup } from "../../../server/embedded/backup/openBackup.ts";
import { type Repeated, replaceDatabase } from "../../../server/embedded/backup/replaceDatabase.ts";
import { takeFolder } from "../../../server/embedded/folder/hold.ts";
import { noteBackup } from "../../../server/embedded/folder/lastBackup.ts";
import { openDataFolder } from "../../../server/embedded/folder/open.ts";
import { hasDatabase } from "../../../server/embedded/folder/restored.ts";
import { withScratchDatabase } from "../../../server/embedded/folder/scratch.ts";
import { checkBackend } from "../../checks/backend/backend.ts";
import { report } from "../../checks/report.ts";
import { count, counted, megabytes, minute, span } from "../../cli/amounts.ts";
import { withBackend } from "../../cli/backend.ts";
import type { Context } from "../../cli/context.ts";
import { CliError, failAdding, interruptedError, isSystemError, readError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { progress } from "../../cli/progress.ts";
import { asCliError, embeddedFolder } from "./embedded.ts";

/** Options of `restore`, as commander gives them. */
export interface RestoreOptions {
  replace?: true;
  dryRun?: true;
}

/**
 * Restores a backup into the data folder of the embedded stack, or into a scratch database, and checks the result.
 * @throws CliError where the file is damaged or does not fit, or the folder is in use or has a database already.
 */
export async function restore(context: Context, file: string, { replace, dryRun }: RestoreOptions): Promise<void> {
  const dataFolder = embeddedFolder(context);
  const path = file === "-" ? "stdin" : resolve(context.folder, file);
  const started = performance.now();
  let done = "Nothing was changed.";
  const work = async (backup: OpenBackup) => {
    say(context, `A backup of ${minute(backup.head.createdAt)}, by PostgreSQL ${backup.head.postgres}.`);
    const sums = await (dryRun
      ? withScratchDatabase(backup.restore)
      : intoFolder(context, dataFolder, backup, replace === true));
    const tables = Object.entries(sums.tables).filter(([, { rows }]) => rows !== "0");
    const found = tables.map(([name, { rows }]) => `${name.replace(/^public\./u, "")} ${count(Number(rows))}`);
    say(context, `Restored ${found.join(", ")} (${span(performance.now() - started)}).`);
    if (dryRun) say(context, "It can be restored. Nothing was changed.");
    else done = "The backup is restored, but not checked: npx prelaunch check backend";
  };
  try {
    await readBackup(context, path, work);
  } catch (error) {
    if (context.signal.aborted) throw interruptedError(done);
    const known = asCliError(error);
    if (!isSystemError(known)) throw known;
    throw new CliError("failed", `${path} cannot be restored: ${known.message}`, { cause: known });
  }
  if (!dryRun) await checkRestored(context, dataFolder).catch(failAdding("The backup is restored nevertheless."));
}

/** Reads the beginning of a backup and hands the rest to `work`, which must have read it when its promise resolves. */
async function readBackup(context: Context, path: string, work: (backup: OpenBackup) => Promise<void>): Promise<void> {
  const unreadable = (cause: unknown) => {
    throw readError(path, cause);
  };
  const size = path === "stdin" ? undefined : (await stat(path).catch(unreadable)).size;
  const shown = progress(context, "Restoring", size, megabytes);
  let bytes = 0;
  try {
    await readArchive(
      size === undefined ? context.in : createReadStream(path),
      async (entries) => work(await openBackup(entries, (line) => say(context, line))),
      context.signal,
      (chunk) => shown.at((bytes += chunk.length)),
    );
  } finally {
    shown.end();
  }
}

async function intoFolder(context: Context, path: string, backup: OpenBackup, replace: boolean): Promise<BackupSums> {
  const { signal, clock } = context;
  const dataFolder = await openDataFolder(path);
  const held = await takeFolder(dataFolder, { command: true });
  try {
    if (!replace && (await hasDatabase(dataFolder)))
      throw new CliError("usage", `${dataFolder} has a database already.`, {
        hint: "Restore into another folder (--data), or put that database aside with --replace.",
      });
    const { sums, before } = await replaceDatabase(dataFolder, clock(), backup, { signal });
    const aside = before && resolve(dataFolder, before.aside);
    const kept = `The former database is in ${aside}. Delete it when you no longer need it.`;
    say(context, before ? `${repeatedText(before.repeated)}\n${kept}` : nothingRepeated);
    await noteBackup(dataFolder, new Date(backup.head.createdAt)).catch(() => undefined);
    return sums;
  } finally {
    await held.release();
  }
}

/** Starts the stack on the restored database, and checks it as `check` does. */
async function checkRestored(context: Context, dataFolder: string): Promise<void> {
  const options = { retries: 0, timeout: 30_000, create: false };
  await withBackend({ kind: "embedded", dataFolder }, context, options, async (backend) => {
    const full = { ...context, ...backend };
    await report(full, await checkBackend(full));
  });
}

/** What is said where there was no former database, as on another machine: nothing else there tells of it. */
const nothingRepeated =
  "The folder had no database that would tell what happened since the backup: people who were erased, unsubscribed, bounced, complained or were told of the launch since then are as before it. Before any mail is sent, repeat what you know of: npx prelaunch erase, unsubscribe, mail bounces, notified.";

/** One line about the changes since the backup that were applied again; kinds without any are left out. */
export function repeatedText(repeated: Repeated): string {
  if ("unread" in repeated)
    return `People who unsubscribed, were erased or were told since the backup are as before it: the former database cannot be read (${repeated.unread}).`;
  const { erased, applications, left, suppressed, sent, told } = repeated;
  const parts = [
    [erased, `${counted(erased, "person", "people")} erased`],
    [applications, `${counted(applications, "application")} erased`],
    [left, `${count(left)} unsubscribed`],
    [suppressed, `${counted(suppressed, "address", "addresses")} suppressed`],
    [sent, `${counted(sent, "mail")} sent`],
    [told, `${counted(told, "announcement")} made`],
  ] as const;
  const done = parts.flatMap(([n, text]) => (n > 0 ? [text] : []));
  return done.length > 0
    ? `Applied again, as it happened since the backup: ${done.join(", ")}.`
    : "Nobody was erased, unsubscribed or told since the backup.";
}
