import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { readArchive, writeArchive } from "../../../server/embedded/backup/archive.ts";
import { dump } from "../../../server/embedded/backup/dump.ts";
import { openDatabase } from "../../../server/embedded/backup/openDatabase.ts";
import { openBackup } from "../../../server/embedded/backup/openBackup.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { noteBackup } from "../../../server/embedded/folder/lastBackup.ts";
import { withScratchDatabase } from "../../../server/embedded/folder/scratch.ts";
import { messageOf } from "../../../server/errors/caught.ts";
import type { Context } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { counted, megabytes, span } from "../../cli/amounts.ts";
import { laterBar, progressBar } from "../../cli/progressBar.ts";
import { chooseOutput } from "../../cli/output/chooseOutput.ts";
import { warnOfReaders } from "../../cli/output/readers.ts";
import { writeError } from "../../cli/fileError.ts";
import { embeddedFolder } from "../../cli/embeddedFolder.ts";
import { writeArchiveTo } from "./archiveFile.ts";
import { asCliError } from "../../cli/databaseFailure.ts";
import { waiting } from "../../cli/waiting.ts";

/** Options of `backup`, as commander gives them. */
export interface BackupOptions {
  force?: true;
  check: boolean;
}

/**
 * Saves the database and keys of the embedded stack to a file, and proves that the file can be restored.
 * @throws CliError when there is no database, the file may not be written, or it cannot be restored.
 */
export async function backup(context: Context, file: string, { force, check }: BackupOptions): Promise<void> {
  const dataFolder = embeddedFolder(context);
  const output = await chooseOutput(context, file, { force });
  if (output.kind === "stdout" && context.outIsTerminal)
    throw new CliError("usage", "A backup is not text, and holds personal data and secrets: not for a terminal.", {
      hint: "Give a file, or pass it to a program: npx prelaunch backup - | age -r age1… > keelbook.backup.age",
    });
  const name = output.kind === "stdout" ? "stdout" : output.path;
  const started = performance.now();
  const at = context.clock();
  try {
    await writeArchiveTo(
      output,
      context,
      (out) => save(context, dataFolder, out),
      (unfinished) => (check ? prove(context, unfinished) : Promise.resolve()),
    );
  } catch (error) {
    if (context.signal.aborted) throw interruptedError();
    throw writeError(name, asCliError(error));
  }
  const proven = check && output.kind === "file";
  say(
    context,
    `${name} is ${proven ? "written and can be restored" : "written, not checked"} (${span(performance.now() - started)}).`,
  );
  if (output.kind === "file") await warnOfReaders(context, output.path);
  await noteBackup(dataFolder, at).catch((cause: unknown) =>
    say(context, `${messageOf(cause)}: check will not know of this backup.`),
  );
}

async function save(context: Context, dataFolder: string, out: Writable): Promise<void> {
  const database = await openDatabase(dataFolder, waiting(context));
  const bar = laterBar(context);
  try {
    let rows = 0;
    const progress = { ...bar, total: (all: number) => bar.total((rows = all)) };
    await withClient(database.url, (client) =>
      writeArchive(dump({ client, keys: database.keys, clock: context.clock, progress }), out, context.signal),
    );
    bar.end();
    say(context, `Saved ${counted(rows, "row")}.`);
  } finally {
    bar.end();
    await database.close();
  }
}

/** Restores a file into a scratch database: a file that cannot be restored is no backup. */
async function prove(context: Context, file: string): Promise<void> {
  const bar = progressBar(context, (await stat(file)).size, 0, megabytes);
  let bytes = 0;
  const restore = (url: string) =>
    readArchive(
      createReadStream(file),
      async (entries) => (await openBackup(entries)).restore(url),
      context.signal,
      (chunk) => bar.at((bytes += chunk.length)),
    );
  await withScratchDatabase(restore).finally(bar.end);
}
