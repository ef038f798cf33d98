import { resolve } from "node:path";
import type { BackupSums } from "../../../server/embedded/backup/manifest.ts";
import type { OpenBackup } from "../../../server/embedded/backup/load.ts";
import { type Repeated, replaceDatabase } from "../../../server/embedded/backup/replaceDatabase.ts";
import { takeFolder } from "../../../server/embedded/folder/hold.ts";
import { noteBackup } from "../../../server/embedded/folder/lastBackup.ts";
import { hasDatabase } from "../../../server/embedded/folder/restored.ts";
import { withScratchDatabase } from "../../../server/embedded/folder/scratch.ts";
import { checkBackend } from "../../checks/backend/backend.ts";
import { report } from "../../checks/report.ts";
import { count, counted, minute, span } from "../../../server/lib/amounts.ts";
import { withBackend } from "../../cli/session/backend.ts";
import type { Context } from "../../cli/session/context.ts";
import { CliError, rethrowWithLine, interruptedError, isSystemError } from "../../data/errors.ts";
import { say } from "../../cli/terminal/io.ts";
import { asCliError, embeddedFolder, readBackup } from "./embedded.ts";

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
  const path = file === "-" ? file : resolve(context.folder, file);
  const started = performance.now();
  let done = "Nothing was changed.";
  const work = async (backup: OpenBackup) => {
    say(context, `A backup of ${minute(backup.head.createdAt)}, by PostgreSQL ${backup.head.postgres}.`);
    const sums = await (dryRun
      ? withScratchDatabase(backup.restore)
      : intoFolder(context, dataFolder, backup, replace === true));
    if (dryRun) context.signal.throwIfAborted();
    const tables = Object.entries(sums.tables).filter(([, { rows }]) => rows > 0);
    const found = tables.map(([name, { rows }]) => `${name.replace(/^public\./u, "")} ${count(rows)}`);
    say(context, `Restored ${found.join(", ")} (${span(performance.now() - started)}).`);
    if (dryRun) say(context, "It can be restored. Nothing was changed.");
    else done = "The backup is restored, but not checked: npx prelaunch check backend";
  };
  try {
    await readBackup(context, path, "Restoring", work);
  } catch (error) {
    if (context.signal.aborted) throw interruptedError(done);
    const known = asCliError(error);
    if (!isSystemError(known)) throw known;
    throw new CliError("failed", `${path === "-" ? "stdin" : path} cannot be restored: ${known.message}`, {
      cause: known,
    });
  }
  if (!dryRun) await checkRestored(context, dataFolder).catch(rethrowWithLine("The backup is restored nevertheless."));
}

async function intoFolder(context: Context, path: string, backup: OpenBackup, replace: boolean): Promise<BackupSums> {
  const { signal, clock } = context;
  const { dataFolder, release } = await takeFolder(path, { command: true });
  try {
    if (!replace && (await hasDatabase(dataFolder)))
      throw new CliError("usage", `${dataFolder} has a database already.`, {
        hint: "Restore into another folder (--data), or put that database aside with --replace.",
      });
    const { sums, before } = await replaceDatabase(dataFolder, clock(), backup, signal);
    if (before) say(context, repeatedText(before.repeated));
    say(
      context,
      before ? `The former database is in ${before.aside}. Delete it when you no longer need it.` : nothingRepeated,
    );
    say(context, mailsForgotten);
    await noteBackup(dataFolder, new Date(backup.head.createdAt)).catch(() => undefined);
    return sums;
  } finally {
    await release();
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

/** This is said after every restore, because a restore cannot repeat the mails that were sent. */
const mailsForgotten =
  "Links in mails sent since the backup may not work. People who were notified of the launch or an update since then would be notified again: mark them first (npx prelaunch notified). Mails that were queued in the backup are held back, as most have been sent since; to send them: npx prelaunch mail retry --restored";

/** This is said when there was no former database, as on another machine, so that nothing tells what happened since. */
const nothingRepeated =
  "The folder had no database to tell what happened since the backup, so people who were erased, unsubscribed, bounced or complained since then are back as they were. Before any mail is sent, repeat what you know of: npx prelaunch erase, unsubscribe, import waitlist FILE --bounced.";

/** One line about the changes since the backup that were applied again; kinds without any are left out. */
function repeatedText(repeated: Repeated): string {
  if ("unread" in repeated)
    return `People who unsubscribed or were erased since the backup are back as they were, because the former database cannot be read (${repeated.unread}).`;
  const { erased, applications, unsubscribed, suppressed } = repeated;
  const parts = [
    [erased, `${counted(erased, "person", "people")} erased`],
    [applications, `${counted(applications, "application")} erased`],
    [unsubscribed, `${count(unsubscribed)} unsubscribed`],
    [suppressed, `${counted(suppressed, "address", "addresses")} suppressed`],
  ] as const;
  const done = parts.flatMap(([n, text]) => (n > 0 ? [text] : []));
  return done.length > 0
    ? `Applied again, as it happened since the backup: ${done.join(", ")}.`
    : "Nobody was erased, unsubscribed or suppressed since the backup.";
}
