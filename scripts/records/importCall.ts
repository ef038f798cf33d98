import * as v from "valibot";
import type { Outcome } from "./entry.ts";
import type { ImportTable } from "./importTables.ts";

/** How a batch is imported. */
export interface ImportManner {
  table: ImportTable;
  overrideSuppression: boolean;
  /** Whether everything is rolled back afterwards: a dry run is the real run, undone (docs/decisions/0085). */
  rehearsal: boolean;
}

/**
 * Calls the database function that imports rows, given as a JSON array: all of them or none.
 * @throws RefusedRows, CliError `unreachable`, `configuration`, `failed`, `interrupted`.
 */
export type ImportCall = (rows: string, manner: ImportManner) => Promise<Outcome>;

/** The answer of that function. */
export const outcome = v.object({
  added: v.number(),
  unsubscribed: v.number(),
  suppressed: v.record(v.string(), v.number()),
});

/**
 * Whether an error is about some rows only, so that a smaller batch may succeed: data exceptions, violated constraints (`SUP` on
 * lite) and statements that took too long (PostgreSQL's manual, appendix A).
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
