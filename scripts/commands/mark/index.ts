import type { Command } from "commander";
import { type Host, onBackend } from "../../cli/context.ts";
import { examples, gather } from "../../cli/arguments.ts";
import type { MarkOptions, PersonEvent } from "./run.ts";

/** `prelaunch unsubscribe` and `prelaunch notified`: record what happened to people of the waitlist elsewhere. */
export function defineMark(program: Command, host: Host): void {
  const define = (name: string, event: PersonEvent, kinds: string, meanings: string) =>
    program
      .command(name)
      .argument("[emails...]", "email addresses")
      .option(
        "--file <file>",
        "one address a line, or a CSV file or workbook with a column email, such as an export; - is stdin",
      )
      .option(
        "--map <column=header>",
        `what a column of the file is: ${kinds}, ignored=Header; repeat for more`,
        gather,
      )
      .option("--meaning <value=meaning>", `what a value of the file means: ${meanings}; repeat for more`, gather)
      .option("--sheet <name>", "the sheet of a workbook to read")
      .action((emails: string[], options: MarkOptions, command: Command) =>
        onBackend(host, command, async (context) => (await import("./run.ts")).mark(context, event, emails, options)),
      );
  define(
    "unsubscribe",
    "unsubscribed",
    "status=Header (words), left=Header (a date, a yes), consent=Header",
    "Word=unsubscribed or Word=listed",
  )
    .summary("record who must not be mailed any more")
    .description(
      "Records that people have unsubscribed. They stay on record, so that no import brings them back, and may join again on the page. A column that may say that not all of them have is asked about. If addresses are not on the waitlist, names their lines and ends with 1.",
    )
    .addHelpText("after", examples("unsubscribe ada@example.com", "unsubscribe --file left.csv"));
  define(
    "notified",
    "notified",
    "status=Header (words), notified=Header (a date, a yes)",
    "Word=notified or Word=not-notified",
  )
    .summary("record who has been told of the launch")
    .description(
      "Records that people have been notified, so that `export waitlist --not-notified` leaves them out. A column that may say that not all of them have been is asked about. If addresses are not on the waitlist, names their lines and ends with 1.",
    )
    .addHelpText("after", examples("notified ada@example.com", "notified --file may.csv"));
}
