import * as v from "valibot";
import type { Outcome } from "./entry.ts";
import type { ImportTable } from "./table.ts";

/** How a batch is put down. */
export interface ImportManner {
  table: ImportTable;
  overrideSuppression: boolean;
  /** Whether everything is taken back afterwards: a dry run is the real run, undone (docs/decisions/0085). */
  rehearsal: boolean;
}

/**
 * Calls the function that puts rows, a JSON array, in the database, whole or not at all.
 * @throws RefusedRows, CliError `unreachable`, `configuration`, `failed`, `interrupted`.
 */
export type ImportCall = (rows: string, manner: ImportManner) => Promise<Outcome>;

/** What such a function answers. */
export const outcome = v.object({
  added: v.number(),
  unsubscribed: v.number(),
  suppressed: v.record(v.string(), v.number()),
});

/**
 * Whether a smaller batch may not have an error: data exceptions, broken constraints (on lite SUP) and statements that took
 * too long (PostgreSQL's manual, appendix A).
 */
export const isAboutRows = (code: string): boolean => /^(?:22|23|SUP$|57014$)/u.test(code);

/** The database refuses some of the rows. */
export class RefusedRows extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`The database refuses rows (${code}).`);
    this.code = code;
  }
}
