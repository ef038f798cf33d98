import type { Command } from "commander";
import { type Host, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { EraseOptions } from "./erase.ts";

/** `prelaunch show` and `prelaunch erase`: what a person has the right to request. */
export function definePerson(program: Command, host: Host): void {
  program
    .command("show")
    .summary("show all data held about a person")
    .description("Writes all data held about a person as JSON: the answer to an access request.")
    .argument("<email>", "the person's e-mail address")
    .addHelpText("after", examples("show ada@example.com", "show ada@example.com > ada.json"))
    .action((email: string, _options: object, command: Command) =>
      onBackend(host, command, async (context) => (await import("./show.ts")).showPerson(context, email)),
    );
  program
    .command("erase")
    .summary("erase all data held about a person")
    .description(
      "Erases all data held about a person, everywhere, in one transaction, and records that it was done without saying whose data it was. Shows what would be erased and asks first.",
    )
    .argument("<email>", "the person's e-mail address")
    .option("--dry-run", "only show what would be erased")
    .option("--yes", "do not ask")
    .addHelpText("after", examples("erase ada@example.com --dry-run", "erase ada@example.com"))
    .action((email: string, options: EraseOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./erase.ts")).erasePerson(context, email, options)),
    );
}
