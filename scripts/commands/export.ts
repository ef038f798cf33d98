import { extname } from "node:path";
import { Argument, type Command, Option } from "commander";
import { applicationStatuses, roles } from "../../server/contract/limits.ts";
import type { CommonFilter } from "../../server/contract/peopleFilter.ts";
import { counted, span } from "../../server/lib/amounts.ts";
import { examples, parseList } from "../cli/session/arguments.ts";
import { type BackendContext, type Host, onBackend } from "../cli/session/context.ts";
import { CliError } from "../data/errors.ts";
import { addFilters, choosesPeople, filterOf, flagsOfPeople } from "../cli/session/filters.ts";
import { say } from "../cli/terminal/io.ts";
import { chooseOutput, writeOutput } from "../cli/terminal/output.ts";
import { progress } from "../cli/terminal/progress.ts";
import { contentOf, type Format, formats } from "../files/formats.ts";
import { type Row, rowsOf, storedColumns, type Subject, tables } from "../files/tables.ts";
import { allApplications, type ApplicationFilter, countApplications } from "../operator/applications.ts";
import { allDecisions, countDecisions } from "../operator/events.ts";
import { allPeople, countPeople, type PeopleFilter } from "../operator/people.ts";

interface ExportOptions extends ApplicationFilter, CommonFilter {
  notified?: true;
  notNotified?: true;
  confirmed?: true;
  unsubscribed?: true;
  mailable?: true;
  format?: Format;
  out?: string;
  force?: true;
  columns?: string[];
  excel?: true;
  raw?: true;
}

export function defineExport(program: Command, host: Host): void {
  addFilters(program.command("export"), host)
    .summary("write the waitlist, the beta applications or their history to a file")
    .description(
      "Writes the waitlist, the beta applications, or the history of decisions on them to a file, oldest first. Cells that a spreadsheet would run as a formula get a leading apostrophe.",
    )
    .addArgument(new Argument("<table>", "what to export").choices(Object.keys(tables)))
    .addOption(
      new Option("-f, --format <format>", "file format (default: what --out ends in, or csv)").choices(formats),
    )
    .option("-o, --out <file>", "file to write to; - is stdout (default: a dated name)")
    .option("--force", "replace the file if there is one")
    .addOption(new Option("--status <status>", "beta: only applications with this status").choices(applicationStatuses))
    .addOption(new Option("--role <role>", "beta: only applicants with this role").choices(roles))
    .option(
      "--mailable",
      "waitlist: only people who have not unsubscribed, bounced or complained; to mail them, add --confirmed: the others have not confirmed their address",
    )
    .option("--confirmed", "waitlist: only people who confirmed their address")
    .option("--unsubscribed", "waitlist: only people who unsubscribed")
    .option("--notified", "waitlist: only people who were notified")
    .option(
      "--not-notified",
      "waitlist: only people not notified yet, of those that --mailable lists (with --unsubscribed: only people who unsubscribed)",
    )
    .option("--columns <names>", "columns to write, in this order, separated by commas", parseList)
    .option("--excel", "csv: CRLF line ends and a byte order mark, so that Excel and LibreOffice read it as UTF-8")
    .option("--raw", "csv: leave formulas as they are (not for spreadsheets)")
    .addHelpText(
      "after",
      examples(
        "export waitlist",
        "export waitlist --since 2026-05-01 --not-notified --confirmed --out may.csv",
        "export waitlist --mailable --confirmed --out newsletter.csv --force --quiet",
        "export beta --status pending --out pending.xlsx",
        "export history --since 2026-05-01",
        "export waitlist --format ndjson --out - | jq -r .email",
      ),
    )
    .action((subject: Subject, options: ExportOptions, command: Command) =>
      onBackend(host, command, (context) => exportTable(context, subject, options)),
    );
}

/** `--not-notified` lists people to write to, so it leaves out those who must not be mailed. */
const onlyMailable = ({ mailable, notNotified, unsubscribed }: ExportOptions): boolean =>
  mailable === true || (notNotified === true && !unsubscribed);

/** The filter for people that the options describe. */
const peopleOf = (options: ExportOptions): PeopleFilter => ({
  ...filterOf(options),
  notified: options.notNotified ? false : options.notified,
  confirmed: options.confirmed,
  unsubscribed: options.unsubscribed,
  mailable: onlyMailable(options),
});

type Read<T> = (context: BackendContext, options: ExportOptions, columns: readonly string[]) => T;

/** How to count and to read the rows of each table. */
const readers: Record<Subject, { count: Read<Promise<number>>; rows: Read<AsyncIterable<Row[]>> }> = {
  waitlist: {
    count: (context, options) => countPeople(context, peopleOf(options)),
    rows: (context, options, columns) => allPeople<Row>(context, peopleOf(options), columns),
  },
  beta: { count: countApplications, rows: allApplications<Row> },
  history: { count: countDecisions, rows: allDecisions<Row> },
};

/**
 * Writes what the options ask for.
 * @throws CliError `usage`, `failed` where the file cannot be written, and as `dataOf` does.
 */
async function exportTable(context: BackendContext, subject: Subject, options: ExportOptions): Promise<void> {
  const started = performance.now();
  const format = chooseFormat(options);
  requireConsistent(subject, options, format);
  const columns = chooseColumns(subject, options);
  const name = options.out ?? `${subject}-${context.clock().toISOString().slice(0, 10)}.${format}`;
  const output = await chooseOutput(context, name, options);
  if (format === "xlsx" && output.kind !== "file") refuse(`xlsx is written to a file, not to ${name}.`);
  if (options.raw) say(context, "Warning: --raw leaves formulas as they are. Do not open the file in a spreadsheet.");
  if (onlyMailable(options) && !options.confirmed)
    say(
      context,
      "The file includes people who have not confirmed their address. Before you mail the list, add --confirmed.",
    );
  const read = readers[subject];
  const bar = progress(context, "Exporting");
  let rows = 0;
  const counting = async function* () {
    for await (const page of rowsOf(read.rows(context, options, storedColumns(columns)))) {
      yield page;
      bar.at((rows += page.length));
    }
  };
  const { sheet } = tables[subject];
  try {
    if (context.interactive) bar.total(await read.count(context, options, []));
    await writeOutput(context, output, contentOf(format, counting(), columns, { ...options, sheet }));
  } finally {
    bar.end();
  }
  if (output.kind !== "file") return;
  say(context, `${counted(rows, "row")} in ${output.path} (${span(performance.now() - started)})`);
  if (format === "csv" && !options.excel && !options.raw)
    say(context, "To open it in Excel or LibreOffice, add --excel: without it they may take umlauts for other signs.");
}

const refuse = (message: string): never => {
  throw new CliError("usage", message);
};

/** The format for each ending of a file's name. */
const endings: Record<string, Format> = { ".csv": "csv", ".ndjson": "ndjson", ".jsonl": "ndjson", ".xlsx": "xlsx" };
/** File endings that are refused because a CSV file with such a name would mislead the person who opens it. */
const foreign = new Set([".json", ".ods", ".tsv", ".xls"]);

function chooseFormat({ format, out = "" }: ExportOptions): Format {
  const ending = extname(out).toLowerCase();
  const named = endings[ending];
  if (format && named && format !== named) refuse(`--format ${format} and --out ${out} contradict each other.`);
  if (!format && foreign.has(ending))
    refuse(`There is no format ${ending.slice(1)}. Give --format ${formats.join(", ")}, or a name that ends in one.`);
  return format ?? named ?? "csv";
}

function requireConsistent(subject: Subject, options: ExportOptions, format: Format): void {
  const { status, role, notified, notNotified, confirmed, unsubscribed, mailable, delivery, excel, raw } = options;
  if (subject !== "beta" && (status ?? role))
    refuse(`--status and --role are for \`export beta\`; the ${subject} has neither.`);
  const ofPeople = notified ?? notNotified ?? confirmed ?? unsubscribed ?? mailable ?? choosesPeople(filterOf(options));
  if (subject !== "waitlist" && ofPeople)
    refuse(
      `${flagsOfPeople}, --notified, --not-notified, --confirmed, --unsubscribed, --mailable are for \`export waitlist\`.`,
    );
  if (notified && notNotified) refuse("--notified and --not-notified contradict each other.");
  if (unsubscribed && mailable) refuse("--unsubscribed and --mailable contradict each other.");
  if (delivery && onlyMailable(options)) refuse("--bounced contradicts --mailable and --not-notified.");
  if (format !== "csv" && (excel ?? raw)) refuse(`${excel ? "--excel" : "--raw"} is for csv.`);
}

function chooseColumns(subject: Subject, { columns }: ExportOptions): readonly string[] {
  const known: readonly string[] = tables[subject].columns;
  if (columns?.length === 0) refuse(`--columns names none. Columns of ${subject}: ${known.join(", ")}`);
  for (const column of columns ?? [])
    if (!known.includes(column)) refuse(`There is no column "${column}". Columns of ${subject}: ${known.join(", ")}`);
  return columns ?? known;
}
