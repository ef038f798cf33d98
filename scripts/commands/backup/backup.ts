import { addAbortSignal } from "node:stream";
import { writeArchive } from "../../../server/embedded/backup/archive.ts";
import { dump } from "../../../server/embedded/backup/dump.ts";
import { openDatabase } from "../../../server/embedded/backup/openDatabase.ts";
import { refuseOther } from "../../../server/embedded/database/migrate.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { NoDatabaseError } from "../../../server/embedded/errors/stackError.ts";
import { noteBackup, noteFailedBackup } from "../../../server/embedded/folder/lastBackup.ts";
import { withScratchDatabase } from "../../../server/embedded/folder/scratch.ts";
import { messageOf } from "../../../server/lib/caught.ts";
import { writeWhole } from "../../../server/lib/writeWhole.ts";
import { counted, span } from "../../../server/lib/amounts.ts";
import type { Context } from "../../cli/session/context.ts";
import { CliError, interruptedError, writeError } from "../../data/errors.ts";
import { type Io, say, type Speaker } from "../../cli/terminal/io.ts";
import { chooseOutput, type Output, writeOutput } from "../../cli/terminal/output.ts";
import { progress } from "../../cli/terminal/progress.ts";
import type { Waiting } from "../../../server/embedded/folder/join.ts";
import { asCliError, embeddedFolder, readBackup } from "./embedded.ts";

export interface BackupOptions {
  force?: true;
  check: boolean;
}

/**
 * Saves the database and keys of the embedded stack to a file, and proves that the file can be restored before it
 * gets its name.
 * @throws CliError when there is no database, the file may not be written, or it cannot be restored.
 */
export async function backup(context: Context, file: string, { force, check }: BackupOptions): Promise<void> {
  const dataFolder = embeddedFolder(context);
  const output = await chooseOutput(context, file, { force });
  if (output.kind === "stdout" && context.outIsTerminal)
    throw new CliError(
      "usage",
      "A backup is a binary file with personal data and secrets, so it is not written to a terminal.",
      {
        hint: "Give a file, or pass it to a program: npx prelaunch backup - | age -r age1… > launch.backup.age",
      },
    );
  const name = output.kind === "stdout" ? "stdout" : output.path;
  const proven = check && output.kind === "file";
  const started = performance.now();
  const at = context.clock();
  try {
    await save(context, dataFolder, output, proven);
  } catch (error) {
    if (context.signal.aborted) throw interruptedError();
    // The running stack tells the operator. A folder that holds no database gets no file.
    if (!(error instanceof NoDatabaseError)) await noteFailedBackup(dataFolder).catch(() => undefined);
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

async function save(context: Context, dataFolder: string, output: Output, proven: boolean): Promise<void> {
  const database = await openDatabase(dataFolder, waiting(context));
  const shown = progress(context, "Saving");
  let rows = 0;
  const at = (read: number) => shown.at((rows = read));
  const written = () => {
    shown.end();
    say(context, `Saved ${counted(rows, "row")}.`);
  };
  // A file that cannot be restored is no backup.
  const prove = async (unfinished: string) => {
    written();
    await readBackup(context, unfinished, "Restoring it to try", (saved) => withScratchDatabase(saved.restore));
  };
  try {
    await withClient(database.url, async (client) => {
      await refuseOther(client);
      const content = writeArchive(dump(client, database.keys, context.clock(), at));
      addAbortSignal(context.signal, content);
      if (proven && output.kind === "file") await writeWhole(output.path, content, prove);
      else await writeOutput(context, output, content).then(written);
    });
  } finally {
    shown.end();
    await database.close();
  }
}

/** How a command waits for another process: until an interruption, while it says what it waits for. */
const waiting = (io: Speaker & Pick<Io, "signal">): Required<Waiting> => ({
  signal: io.signal,
  onWait: (line) => say(io, line),
});
