import type { Command } from "commander";
import { type Host, inContext } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { RestoreOptions } from "./run.ts";

/** `prelaunch restore` */
export function defineRestore(program: Command, host: Host): void {
  program
    .command("restore")
    .summary("restore a backup")
    .description(
      "Restores what `backup` saved into the data folder of the embedded stack, which must not be running, and runs the checks of the backend on it: if these find something wrong, it ends with 1 as well, but says that the backup is restored. The backup is loaded beside, compared by checksums over all rows, migrated to this version, and only then put in place. Erasures since the backup are applied again from the former database; without one, people erased since then are back: erase them again.",
    )
    .argument("<file>", "file to read; - for stdin")
    .option("--replace", "if the folder has a database already, put it aside within the folder")
    .option("--dry-run", "only restore into a scratch database (in TMPDIR), to prove that it can be restored")
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
