import type { ApplicationStatus } from "../../../server/supabase/schema.ts";
import type { Role } from "../../../server/contract/limits.ts";
import { CliError } from "../../cli/errors.ts";
import { type Subject, tables } from "./tables.ts";

export const formats = ["csv", "ndjson", "xlsx"] as const;
export type Format = (typeof formats)[number];

/** Options of `export`, as commander gives them. */
export interface ExportOptions {
  format: Format;
  out?: string;
  since?: Date;
  until?: Date;
  status?: ApplicationStatus;
  role?: Role;
  notified?: boolean;
  columns?: string[];
  excel?: true;
  raw?: true;
  resume?: true;
}

/** What exactly is exported: the same request over the same rows gives the same bytes. */
export interface ExportRequest {
  subject: Subject;
  format: Format;
  columns: string[];
  since?: string;
  until?: string;
  status?: ApplicationStatus;
  role?: Role;
  notified?: boolean;
  excel: boolean;
  raw: boolean;
}

const refuse = (message: string): never => {
  throw new CliError("usage", message);
};

/** @throws CliError `usage` for options that do not fit together. */
export function exportRequest(subject: Subject, options: ExportOptions): ExportRequest {
  const { format, since, until, status, role, notified } = options;
  const known: readonly string[] = tables[subject].columns;
  if (subject === "waitlist" && (status || role))
    refuse("--status and --role are for `export beta`; the waitlist has neither.");
  if (subject === "beta" && notified !== undefined) refuse("--notified and --not-notified are for `export waitlist`.");
  if (options.excel && format !== "csv") refuse("--excel is for --format csv.");
  if (options.raw && format === "ndjson") refuse("--raw has no meaning for ndjson, which no spreadsheet runs.");
  if (since && until && since >= until) refuse("--since must be before --until.");
  const columns = options.columns ?? [...known];
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
    ...(notified === undefined ? {} : { notified }),
    excel: options.excel === true,
    raw: options.raw === true,
  };
}
