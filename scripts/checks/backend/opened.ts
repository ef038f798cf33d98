import type { Attempt } from "./attempts.ts";
import { restoring } from "./repair.ts";
import type { ExpectedSchema, SchemaReport } from "./schemaReport.ts";

/** Tables that the migrations let a role read on purpose; row level security then shows a stranger no rows. */
export const opened = (facts: Iterable<string>, role: string): string[] =>
  [...facts].flatMap((fact) =>
    fact.startsWith("grant select on ") && fact.endsWith(` to ${role}`)
      ? [fact.slice("grant select on ".length, -` to ${role}`.length)]
      : [],
  );

/**
 * Attempts to read what a grant of columns does not include: a system column. A report tells of a grant on the whole table what
 * it tells of one of columns.
 */
export const beyondColumns = ({ columns }: ExpectedSchema, { tables }: SchemaReport, role: string): Attempt[] =>
  opened(columns.keys(), role)
    .filter((table) => Object.hasOwn(tables, table))
    .map((table) => ({
      what: `read system columns of ${table}`,
      method: "GET",
      path: `${table}?select=xmin&limit=1`,
      remedy: restoring(`grant select on ${table} to ${role}`, columns),
    }));
