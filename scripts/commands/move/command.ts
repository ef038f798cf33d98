import { type Command, Option } from "commander";
import { type Host, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";

/** `prelaunch move` */
export function defineMove(program: Command, host: Host): void {
  program
    .command("move")
    .summary("copy all records of the embedded stack to a hosted project")
    .description(
      "Copies the waitlist, the applications with their statuses and times, the suppression list and the record of erasures from the embedded stack of this folder to the hosted project of SUPABASE_URL, compares the numbers, and checks the project. The project needs its migrations first (deploy). Can be repeated after any interruption: nothing is duplicated, and nothing is removed here. Accounts are not moved: people sign in again by link.",
    )
    .addOption(new Option("--to <target>", "where to move the records").choices(["hosted"]).makeOptionMandatory())
    .addHelpText("after", examples("move --to hosted"))
    .action((_options: object, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).moveToHosted(context), { both: true }),
    );
}
