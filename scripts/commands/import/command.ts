import { Argument, type Command } from "commander";
import { type Host, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { ImportOptions } from "./run.ts";

/** `prelaunch import` */
export function defineImport(program: Command, host: Host): void {
  program
    .command("import")
    .summary("add people from a CSV file of another tool")
    .description(
      "Adds people to the waitlist from a CSV file of another tool. Encoding, delimiter and columns are detected and shown. Who is on the waitlist already stays as they are, so a stopped import can simply be run again. Lines that cannot be taken go to FILE.rejects.csv with their number and the reason, and the command ends with 1.",
    )
    .addArgument(new Argument("<table>", "what to import").choices(["waitlist"]))
    .argument("<file>", "the CSV file")
    .option(
      "--map <column=header>",
      "where a column comes from, against the guess; repeat for more (email=Email, source= for none)",
      (pair: string, all: string[]) => [...all, pair],
      [],
    )
    .option("--dry-run", "read everything, write nothing")
    .addHelpText(
      "after",
      examples(
        "import waitlist subscribers.csv --dry-run",
        'import waitlist subscribers.csv --map email="E-Mail Adresse" --map source=',
      ),
    )
    .action((_table: string, file: string, options: ImportOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).importWaitlist(context, file, options)),
    );
}
