import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { lengthOf, tidyLine } from "../../../server/contract/characters.ts";
import { tagField } from "../../../server/contract/peopleFilter.ts";
import { longestProof } from "../../../server/contract/limits.ts";
import { type Host, onBackend } from "../../cli/session/context.ts";
import { argumentBy, examples, gather, paragraphs, parseSlug } from "../../cli/session/arguments.ts";
import { type Mark, marks } from "../../files/marks.ts";
import { isNo, isYes } from "../../files/statuses.ts";
import type { ImportOptions } from "./run.ts";

function parseProof(text: string): string {
  const proof = tidyLine(text);
  if (proof === "" || isYes(proof) || isNo(proof) || lengthOf(proof) > longestProof)
    throw new InvalidArgumentError(`Say by what, in 1 to ${longestProof} characters, such as "Kit, double opt-in".`);
  return proof;
}

/** An option that says something of everybody in a file, unless a column says that not all of them are meant. */
const everybody = (mark: Mark, what: string): Option => {
  const others = marks.filter((one) => one !== mark);
  return new Option(`--${mark}`, `waitlist: everybody in the file ${what}`).conflicts([
    ...others,
    "confirmedBy",
    "overrideSuppression",
  ]);
};

type Table = "waitlist" | "beta";
type Options = ImportOptions & { undo?: string };

export function defineImport(program: Command, host: Host): void {
  program
    .command("import")
    .summary("add people or applications from a CSV file or a workbook")
    .description(
      paragraphs(
        "Adds people to the waitlist from a file of another tool, or beta applications from an export of our own or of a form tool. Encoding, delimiter, columns, dates and unsubscriptions are detected and shown; you are asked about anything unclear.",
        "People who are there already stay unchanged, except that unsubscriptions are taken over, so an interrupted import can simply be run again.",
        "With --unsubscribed, --bounced, --complained or --notified the file lists people this happened to; you are asked about a column that may exclude some of them.",
        "Lines that cannot be imported go to a file with their number and the reason, and the command then exits with 1.",
      ),
    )
    .addArgument(new Argument("[table]", "what to import").choices(["waitlist", "beta"]))
    .argument("[file]", "the file: CSV in any usual form, or .xlsx; - is stdin")
    .option(
      "--tag <tag>",
      "waitlist: give everybody in the file this tag, also who is there already; --undo takes the import back by it",
      argumentBy(() => tagField),
    )
    .option("--source <source>", "with --tag: the source of everybody in the file who has none", parseSlug)
    .option(
      "--undo <tag>",
      "take back the import with this tag: whom it added and who did nothing since leaves the list, the others lose the tag and source that it gave them",
      argumentBy(() => tagField),
    )
    .option(
      "--map <column=header>",
      "what a column of the file is, if the guess is wrong; may be repeated: email=Email, unsubscribed=Header (who unsubscribed), consent=Header, status=Header, bounced=Header, ignored=Header, source= for none",
      gather,
    )
    .option(
      "--keep <header>",
      "waitlist: keep the texts of this column, in at most 200 characters, as answers of their own; may be repeated",
      gather,
    )
    .option(
      "--meaning <word=status>",
      "what a word means, may be repeated; waitlist: a status, such as Paused=unsubscribed (or subscribed, pending, bounced, complained; with --notified: Gone=not-notified); beta: a role, such as Founder=other",
      gather,
    )
    .addOption(everybody("unsubscribed", "has unsubscribed"))
    .addOption(everybody("bounced", "has an address that mail bounced from for good; temporary bounces are left out"))
    .addOption(everybody("complained", "reported mail as spam"))
    .addOption(everybody("notified", "has been notified of the launch, by another tool"))
    .option(
      "--confirmed-by <words>",
      "waitlist: people confirmed their address elsewhere; say by what, which is kept as their proof of consent",
      parseProof,
    )
    .option("--sheet <name>", "the sheet of a workbook to read")
    .option("--visible", "leave out the hidden rows of a workbook, such as those that a filter hides")
    .addOption(
      new Option("--date-format <order>", "which comes first in 3/4/2025: day or month").choices(["dmy", "mdy"]),
    )
    .option("--rejects <file>", "file for the lines that cannot be imported (default: FILE.rejects.csv)")
    .option(
      "--override-suppression",
      "also import people who were erased, unsubscribed long ago, bounced or complained; asks first",
    )
    .option("--yes", "do not ask to confirm anything")
    .option("--dry-run", "do everything, then undo it: shows exactly what the import would do")
    .addHelpText(
      "after",
      examples(
        "import waitlist subscribers.csv --dry-run",
        'import waitlist subscribers.csv --confirmed-by "Kit, double opt-in"',
        'import waitlist subscribers.csv --map email="E-Mail Adresse" --map unsubscribed="Uitgeschreven op"',
        "import waitlist people.xlsx --sheet Unsubscribed --unsubscribed",
        "import waitlist bounces.csv --bounced",
        "import waitlist cards.csv --tag fair-may --source fair",
        "import --undo fair-may --dry-run",
        "import beta beta-2026-05-04.csv",
      ),
    )
    .action((table: Table | undefined, file: string | undefined, options: Options, command: Command) => {
      const { undo, ...how } = options;
      if (undo !== undefined) {
        if (table !== undefined) command.error("error: --undo takes back an import; it reads no file.");
        return onBackend(host, command, async (context) => (await import("./undo.ts")).undo(context, undo, how));
      }
      if (table === undefined) command.error("error: missing required argument 'table'");
      if (file === undefined) command.error("error: missing required argument 'file'");
      if (how.source !== undefined && how.tag === undefined) command.error("error: --source goes with --tag.");
      return onBackend(host, command, async (context) =>
        (await import("./run.ts")).importFile(context, table, file, how),
      );
    });
}
