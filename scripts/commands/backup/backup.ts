import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { readArchive, writeArchive } from "../../../server/embedded/backup/archive.ts";
import { dump } from "../../../server/embedded/backup/dump.ts";
import { openBackup } from "../../../server/embedded/backup/openBackup.ts";
import { openDatabase } from "../../../server/embedded/backup/openDatabase.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { noteBackup } from "../../../server/embedded/folder/lastBackup.ts";
import { withScratchDatabase } from "../../../server/embedded/folder/scratch.ts";
import { messageOf } from "../../../server/lib/caught.ts";
import { writeWhole } from "../../../server/lib/writeWhole.ts";
import { counted, megabytes, span } from "../../cli/amounts.ts";
import type { Context } from "../../cli/context.ts";
import { CliError, interruptedError, writeError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { chooseOutput, writeOutput } from "../../cli/output.ts";
import { progress } from "../../cli/progress.ts";
import { waiting } from "../../cli/stack.ts";
import { asCliError, embeddedFolder } from "./embedded.ts";

/** Options of `backup`, as commander gives them. */
export interface BackupOptions {
  force?: true;
  check: boolean;
}

/**
 * Saves the database and keys of the embedded stack to a file, and proves that the file can be restored before it gets its name.
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
  const proven = check && output.kind === "file";
  const started = performance.now();
  const at = context.clock();
  const content = archiveOf(context, dataFolder);
  try {
    if (proven) await writeWhole(output.path, content, (unfinished) => prove(context, unfinished));
    else await writeOutput(context, output, content);
  } catch (error) {
    if (context.signal.aborted) throw interruptedError();
    throw writeError(name, asCliError(error));
  }
  say(
    context,
    `${name} is ${proven ? "written and can be restored" : "written, not checked"} (${span(performance.now() - started)}).`,
  );
  await noteBackup(dataFolder, at).catch((cause: unknown) =>
    say(context, `${messageOf(cause)}: check will not know of this backup.`),
  );
}

/** The bytes of a backup of the database of a data folder. */
async function* archiveOf(context: Context, dataFolder: string): AsyncGenerator<Uint8Array> {
  const database = await openDatabase(dataFolder, waiting(context));
  const shown = progress(context, "Saving");
  let rows = 0;
  const counting = { at: shown.at, total: (all: number) => shown.total((rows = all)) };
  const bytes = new PassThrough();
  // A failure on either side destroys the stream, and so ends the other.
  const saving = withClient(database.url, (client) =>
    writeArchive(
      dump({ client, keys: database.keys, clock: context.clock, progress: counting }),
      bytes,
      context.signal,
    ),
  ).catch((error: unknown) => void bytes.destroy(error instanceof Error ? error : undefined));
  try {
    yield* bytes;
  } finally {
    bytes.destroy();
    await saving;
    shown.end();
    await database.close();
  }
  say(context, `Saved ${counted(rows, "row")}.`);
}

/** Restores a file into a scratch database: a file that cannot be restored is no backup. */
async function prove(context: Context, file: string): Promise<void> {
  const shown = progress(context, "Restoring it to try", (await stat(file)).size, megabytes);
  let bytes = 0;
  const restore = (url: string) =>
    readArchive(
      createReadStream(file),
      async (entries) => (await openBackup(entries)).restore(url),
      context.signal,
      (chunk) => shown.at((bytes += chunk.length)),
    );
  await withScratchDatabase(restore).finally(() => shown.end());
}
