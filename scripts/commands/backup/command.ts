import type { Command } from "commander";
import { type Host, inContext } from "../../cli/session/context.ts";
import { examples, paragraphs } from "../../cli/session/arguments.ts";
import type { BackupOptions } from "./backup.ts";
import type { MigrateOptions } from "./migrate.ts";
import type { RestoreOptions } from "./restore.ts";

export function defineBackup(program: Command, host: Host): void {
  program
    .command("backup")
    .summary("save the embedded stack's database and keys to one file")
    .description(
      paragraphs(
        "Saves every row of the embedded stack and its keys, whether or not it is running. The file is first restored into a scratch database (in TMPDIR) to prove that it works, and only then gets its name.",
        "It holds personal data and secrets: only its owner can read it. Backups of a hosted project are made by Supabase.",
      ),
    )
    .argument("<file>", "file to write; - for stdout")
    .option("--force", "replace an existing file")
    .option("--no-check", "do not restore it into a scratch database")
    .addHelpText("after", examples("backup launch-$(date +%F).backup", "backup - | age -r age1… > launch.backup.age"))
    .action((file: string, options: BackupOptions, command: Command) =>
      inContext(host, command, async (context) => (await import("./backup.ts")).backup(context, file, options)),
    );
  program
    .command("restore")
    .summary("restore a backup")
    .description(
      paragraphs(
        "Restores what `backup` saved into the data folder of the embedded stack, which must not be running, and checks it as `check` does.",
        "The backup is loaded beside the present database, compared by checksums, and only then put in its place.",
        "Erasures since the backup are applied again from the former database; without one, people erased since then are back: erase them again.",
      ),
    )
    .argument("<file>", "file to read; - for stdin")
    .option("--replace", "if the folder has a database already, put it aside within the folder")
    .option("--dry-run", "only restore into a scratch database (in TMPDIR), to prove that it can be restored")
    .addHelpText("after", examples("restore launch.backup --replace", "restore - --data /var/lib/site < launch.backup"))
    .action((file: string, options: RestoreOptions, command: Command) =>
      inContext(host, command, async (context) => (await import("./restore.ts")).restore(context, file, options)),
    );
}

/** `prelaunch migrate`, a step of deploy/update. */
export function defineMigrate(program: Command, host: Host): void {
  program
    .command("migrate")
    .summary("bring the embedded stack's database to this version")
    .description(
      paragraphs(
        "Applies the migrations that the database of the embedded stack lacks, in one transaction, whose last step is a join that is taken back: the database is of the old version or of this one.",
        "The stack must not be running; its start does the same without the join. `keelbook update` runs it; for a hosted project `deploy` does.",
      ),
    )
    .option("--dry-run", "take everything back at the end")
    .addHelpText("after", examples("migrate --dry-run", "migrate"))
    .action((options: MigrateOptions, command: Command) =>
      inContext(host, command, async (context) => (await import("./migrate.ts")).migrateFolder(context, options)),
    );
}
