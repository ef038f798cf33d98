import type { Command } from "commander";
import { count } from "../../server/lib/amounts.ts";
import { gather } from "./arguments.ts";
import { type BackendContext, type Host, onBackend } from "./context.ts";
import { CliError } from "./errors.ts";
import { say } from "./io.ts";
import { nameProblems, Problems } from "./problems.ts";
import { includedAddresses, type AddressFile, eachBatch, openAddressFile } from "../files/addressFile.ts";
import { addressesOf } from "../files/addresses.ts";
import { type ColumnOptions, leftOut, type Settled } from "../files/marks.ts";
import { markPeople } from "../operator/person.ts";

/** Options of `unsubscribe` and `notified`, as commander gives them. */
interface MarkOptions extends ColumnOptions {
  file?: string;
  sheet?: string;
}

/** What happened to people of the waitlist elsewhere. */
type PersonEvent = "unsubscribed" | "notified";

/** Decides which lines of a file it happened to. */
type Settle = (context: BackendContext, file: AddressFile, options: ColumnOptions) => Promise<Settled>;

/** A command that records what happened to people of the waitlist elsewhere; `kinds` and `meanings` are those of a file's columns. */
export const defineMark = (
  program: Command,
  host: Host,
  {
    name,
    event,
    kinds,
    meanings,
    settle,
  }: { name: string; event: PersonEvent; kinds: string; meanings: string; settle: Settle },
): Command =>
  program
    .command(name)
    .argument("[emails...]", "email addresses")
    .option(
      "--file <file>",
      "one address a line, or a CSV file or workbook with a column email, such as an export; - is stdin",
    )
    .option("--map <column=header>", `what a column of the file is: ${kinds}, ignored=Header; repeat for more`, gather)
    .option("--meaning <value=meaning>", `what a value of the file means: ${meanings}; repeat for more`, gather)
    .option("--sheet <name>", "the sheet of a workbook to read")
    .action((emails: string[], options: MarkOptions, command: Command) =>
      onBackend(host, command, (context) => markListed(context, event, emails, options, settle)),
    );

/**
 * Records what happened to people of the waitlist. People who have the mark already stay unchanged, so it can be repeated
 * after any interruption.
 * @throws CliError `usage`, `failed` when an address is not on the waitlist, `unreachable`, `interrupted`.
 */
async function markListed(
  context: BackendContext,
  event: PersonEvent,
  texts: readonly string[],
  { file, sheet, ...columns }: MarkOptions,
  settle: Settle,
): Promise<void> {
  if (file !== undefined && texts.length > 0) throw new CliError("usage", "Give addresses or --file, not both.");
  if (file === undefined && texts.length === 0)
    throw new CliError("usage", "Give email addresses, or --file with a list of them.");
  const malformed = new Problems();
  const unknown = new Problems();
  let excluded = 0;
  const readFile = async (path: string) => {
    const opened = await openAddressFile(context, path, sheet);
    const { isIncluded, described } = await settle(context, opened, columns);
    for (const line of described) say(context, line);
    return includedAddresses(opened.lines(malformed), isIncluded, () => void (excluded += 1));
  };
  const addresses = file === undefined ? addressesOf(texts) : await readFile(file);
  let changed = 0;
  const given = await eachBatch(context, addresses, async (batch) => {
    const noted = await markPeople(
      context,
      event,
      batch.map(({ email }) => email),
    );
    changed += noted.changed;
    for (const place of noted.unknown) unknown.add(`${batch[place]?.where}: not on the waitlist`);
  });
  say(
    context,
    `${count(changed)} marked as ${event}, ${count(given - changed - unknown.count)} already were${leftOut(excluded)}.`,
  );
  const problems = unknown.count + malformed.count;
  if (problems === 0) return;
  nameProblems(context, unknown, malformed);
  throw new CliError("failed", `${count(problems)} of ${count(given + malformed.count)} could not be marked.`);
}
