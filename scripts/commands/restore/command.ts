import type { Command } from "commander";
import { type Host, inContext } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { RestoreOptions } from "./run.ts";

/** `prelaunch restore` */
export function defineRestore(program: Command, host: Host): void {
  program
    .command("restore")
    .summary("bring a backup back")
    .description(
      "Restores what `backup` saved into the data folder of the embedded stack, which must not be running, and runs the checks of the backend on it. It is loaded beside, compared row by row in sum, brought to this version's migrations, and only then put in place. What was erased since the backup was made is back: erase it again.",
    )
    .argument("<file>", "file to read; - for stdin")
    .option("--replace", "where the folder has a database: put that aside, within the folder")
    .option("--dry-run", "only restore into a scratch database (in TMPDIR), to prove that it can be")
    .addHelpText(
      "after",
      examples(
        "restore keelbook.backup --dry-run",
        "restore keelbook.backup --replace",
        "restore - --data /var/lib/keelbook < keelbook.backup",
      ),
    )
    .action((file: string, options: RestoreOptions, command: Command) =>
      inContext(host, command, async (context) => (await import("./run.ts")).restore(context, file, options)),
    );
}
