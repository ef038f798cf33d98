import type { Command } from "commander";
import { type Host, inContext } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { BackupOptions } from "./run.ts";

/** `prelaunch backup` */
export function defineBackup(program: Command, host: Host): void {
  program
    .command("backup")
    .summary("save the embedded stack's database and keys to one file")
    .description(
      "Saves every row of the embedded stack, all of one moment, and its keys, while the stack runs or not. The file is written beside its name, restored into a scratch database (in TMPDIR) to prove that it can be, and only then put in place. It holds personal data and secrets: only its owner can read it, and where it goes is up to you. A hosted project's backups are Supabase's own.",
    )
    .argument("<file>", "file to write; - for stdout")
    .option("--force", "replace an existing file")
    .option("--no-check", "do not restore it into a scratch database")
    .addHelpText(
      "after",
      examples("backup keelbook-$(date +%F).backup", "backup - | age -r age1… > keelbook.backup.age"),
    )
    .action((file: string, options: BackupOptions, command: Command) =>
      inContext(host, command, async (context) => (await import("./run.ts")).backup(context, file, options)),
    );
}
