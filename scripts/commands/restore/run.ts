import { readdir, rmdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { BackupSums } from "../../../server/embedded/backup/manifest.ts";
import { replaceDatabase } from "../../../server/embedded/backup/replaceDatabase.ts";
import type { OpenBackup } from "../../../server/embedded/backup/openBackup.ts";
import { acquireLock } from "../../../server/embedded/lock/lock.ts";
import { openDataFolder } from "../../../server/embedded/folder/open.ts";
import { noteBackup } from "../../../server/embedded/folder/lastBackup.ts";
import { hasDatabase } from "../../../server/embedded/folder/restored.ts";
import { withScratchDatabase } from "../../../server/embedded/folder/scratch.ts";
import { inDataFolder } from "../../../server/files/dataFolder.ts";
import { withBackend } from "../../cli/backend.ts";
import type { Context } from "../../cli/context.ts";
import { CliError, failAdding, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { isSystemError } from "../../cli/fileError.ts";
import { count, minute, span } from "../../cli/amounts.ts";
import { asCliError } from "../../cli/databaseFailure.ts";
import { embeddedFolder } from "../../cli/embeddedFolder.ts";
import { laterBar } from "../../cli/progressBar.ts";
import { checkBackend } from "../../checks/backend/backend.ts";
import { report } from "../../checks/report.ts";
import { readBackup } from "./readBackup.ts";
import { nothingRepeated, repeatedText } from "./repeatedText.ts";

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
  let replaced = false;
  try {
    await readBackup(context, file, async (backup) => {
      say(context, `A backup of ${minute(backup.head.createdAt)}, by PostgreSQL ${backup.head.postgres}.`);
      const done = (sums: BackupSums) =>
        say(
          context,
          `Restored ${Object.entries(sums.tables)
            .filter(([, { rows }]) => rows !== "0")
            .map(([name, { rows }]) => `${name.replace(/^public\./u, "")} ${count(Number(rows))}`)
            .join(", ")} (${span(performance.now() - started)}).`,
        );
      if (dryRun) {
        done(await withScratchDatabase(backup.restore));
        say(context, "It can be restored. Nothing was changed.");
      } else {
        const sums = await intoFolder(context, dataFolder, backup, replace === true);
        replaced = true;
        done(sums);
      }
    });
  } catch (error) {
    if (context.signal.aborted)
      throw interruptedError(
        replaced ? "The backup is restored, but not checked: npx prelaunch check backend" : "Nothing was changed.",
      );
    const known = asCliError(error);
    if (!isSystemError(known)) throw known;
    throw new CliError("failed", `${path} cannot be restored: ${known.message}`, { cause: known });
  }
  if (!dryRun) await checkRestored(context, dataFolder).catch(failAdding("The backup is restored nevertheless."));
}

async function intoFolder(context: Context, path: string, backup: OpenBackup, replace: boolean): Promise<BackupSums> {
  const isNew = await readdir(path).then(
    () => false,
    () => true,
  );
  const dataFolder = await openDataFolder(path);
  try {
    const lock = await acquireLock(dataFolder, { ends: true });
    return await intoLocked(context, dataFolder, backup, replace).finally(lock.release);
  } catch (error) {
    // Only ever removes empty folders: the lock's, and the data folder if it was created here.
    if (isNew)
      for (const made of [join(dataFolder, inDataFolder.lock), dataFolder]) await rmdir(made).catch(() => undefined);
    throw error;
  }
}

async function intoLocked(
  context: Context,
  dataFolder: string,
  backup: OpenBackup,
  replace: boolean,
): Promise<BackupSums> {
  if (!replace && (await hasDatabase(dataFolder)))
    throw new CliError("usage", `${dataFolder} has a database already.`, {
      hint: "Restore into another folder (--data), or put that database aside with --replace.",
    });
  const links = laterBar(context);
  const restoring = { signal: context.signal, links };
  const { sums, before } = await replaceDatabase(dataFolder, context.clock(), backup, restoring).finally(links.end);
  if (before) {
    say(context, repeatedText(before.repeated));
    const aside = resolve(dataFolder, before.aside);
    say(context, `The former database is in ${aside}. Delete it when you no longer need it.`);
  } else say(context, nothingRepeated);
  await noteBackup(dataFolder, new Date(backup.head.createdAt)).catch(() => undefined);
  return sums;
}

/** Starts the stack on the restored database, and checks it as `check` does. */
async function checkRestored(context: Context, dataFolder: string): Promise<void> {
  const options = { retries: 0, timeout: 30_000, create: false };
  await withBackend({ kind: "embedded", dataFolder }, context, options, async (backend) => {
    const full = { ...context, ...backend };
    await report(full, await checkBackend(full));
  });
}
