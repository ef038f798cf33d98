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
      "Saves every row of the embedded stack, from one snapshot, and its keys, whether or not the stack is running. The file is written under a temporary name, restored into a scratch database (in TMPDIR) to prove that it can be, and only then given its name. It holds personal data and secrets: only its owner can read it; where you store it is up to you. `check` says how old the last one is. Supabase makes those of a hosted project.",
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
