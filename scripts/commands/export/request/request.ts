import { extname } from "node:path";
import type { ApplicationStatus } from "../../../../server/contract/statuses.ts";
import type { Role } from "../../../../server/contract/limits.ts";
import { CliError } from "../../../cli/errors.ts";
import { type Subject, tables } from "./tables.ts";

/** What the names of files end in, by their format. */
const endings = { csv: [".csv"], ndjson: [".ndjson", ".jsonl"], xlsx: [".xlsx"] };
/** A file format of an export. */
export type Format = keyof typeof endings;
/** File formats of an export, in the order that help shows. */
export const formats = Object.keys(endings).filter((name): name is Format => name in endings);

/** Options of `export`, as commander gives them. */
export interface ExportOptions {
  format?: Format;
  out?: string;
  force?: true;
  since?: Date;
  until?: Date;
  status?: ApplicationStatus;
  role?: Role;
  notified?: true;
  notNotified?: true;
  confirmed?: true;
  unsubscribed?: true;
  mailable?: true;
  columns?: string[];
  excel?: true;
  raw?: true;
  resume?: true;
}

/** Exactly what is exported: the same request over the same rows gives the same bytes. */
export interface ExportRequest {
  subject: Subject;
  format: Format;
  columns: string[];
  since?: string;
  until?: string;
  status?: ApplicationStatus;
  role?: Role;
  notified?: boolean;
  confirmed?: true;
  unsubscribed?: true;
  /** Neither unsubscribed nor on the suppression list. */
  mailable?: true;
  excel: boolean;
  raw: boolean;
}

const refuse = (message: string): never => {
  throw new CliError("usage", message);
};

/** Extensions of formats that exports cannot have; a CSV file with such a name would mislead whoever opens it. */
const foreignNames = new Set([".json", ".ods", ".tsv", ".xls"]);

function chooseFormat({ format, out = "" }: ExportOptions): Format {
  const extension = extname(out).toLowerCase();
  const named = formats.find((one) => endings[one].includes(extension));
  if (format && named && format !== named) refuse(`--format ${format} and --out ${out} contradict each other.`);
  if (!format && foreignNames.has(extension))
    refuse(
      `There is no format ${extension.slice(1)}. Give --format ${formats.join(", ")}, or a name that ends in one.`,
    );
  return format ?? named ?? "csv";
}

const waitlistFlags = {
  notified: "--notified",
  notNotified: "--not-notified",
  confirmed: "--confirmed",
  unsubscribed: "--unsubscribed",
  mailable: "--mailable",
} as const satisfies Partial<Record<keyof ExportOptions, string>>;

/** Filters for the waitlist. `--not-notified` lists people to write to, so it leaves out the unsubscribed. */
function waitlistFilters(
  options: ExportOptions,
): Pick<ExportRequest, "notified" | "confirmed" | "unsubscribed" | "mailable"> {
  const { notified, notNotified, confirmed, unsubscribed, mailable } = options;
  if (notified && notNotified) refuse("--notified and --not-notified contradict each other.");
  if (unsubscribed && mailable) refuse("--unsubscribed and --mailable contradict each other.");
  return {
    ...(notified || notNotified ? { notified: notified === true } : {}),
    ...(confirmed ? { confirmed } : {}),
    ...(unsubscribed ? { unsubscribed } : {}),
    ...(mailable || (notNotified && !unsubscribed) ? { mailable: true } : {}),
  };
}

/** Turns options into a request. @throws CliError `usage` for options that contradict each other. */
export function exportRequest(subject: Subject, options: ExportOptions): ExportRequest {
  const { since, until, status, role } = options;
  const format = chooseFormat(options);
  const known = Object.keys(tables[subject].columns);
  if (subject !== "beta" && (status || role))
    refuse(`--status and --role are for \`export beta\`; the ${subject} has neither.`);
  if (subject !== "waitlist" && Object.keys(waitlistFlags).some((flag) => flag in options))
    refuse(`${Object.values(waitlistFlags).join(", ")} are for \`export waitlist\`.`);
  if (options.excel && format !== "csv") refuse("--excel is for csv.");
  if (options.raw && format === "ndjson") refuse("--raw has no meaning for ndjson, which spreadsheets do not open.");
  if (since && until && since >= until) refuse("--since must be before --until.");
  const columns = options.columns ?? known;
  if (columns.length === 0) refuse(`--columns names none. Columns of ${subject}: ${known.join(", ")}`);
  for (const column of columns)
    if (!known.includes(column)) refuse(`There is no column "${column}". Columns of ${subject}: ${known.join(", ")}`);
  return {
    subject,
    format,
    columns,
    ...(since ? { since: since.toISOString() } : {}),
    ...(until ? { until: until.toISOString() } : {}),
    ...(status ? { status } : {}),
    ...(role ? { role } : {}),
    ...waitlistFilters(options),
    excel: options.excel === true,
    raw: options.raw === true,
  };
}
