import {
  type ApplicationEventRow,
  betaColumns,
  type BetaApplicationRow,
  waitlistColumns,
} from "../../server/supabase/schema.ts";
import { answerCells, answerColumns } from "./answers.ts";

/** The tables that are written to files: the name of the workbook's sheet, and the columns in the order of the file. */
export const tables = {
  waitlist: {
    sheet: "Waitlist",
    // All answers are in one column of the database.
    columns: [...waitlistColumns.filter((column) => column !== "answers"), ...answerColumns],
  },
  beta: {
    sheet: "Beta applications",
    columns: betaColumns,
  },
  history: {
    // Excel reserves the name History for itself.
    sheet: "History of decisions",
    columns: ["id", "application_id", "created_at", "actor", "from_status", "to_status", "note"],
  },
} as const satisfies {
  waitlist: Table<string>;
  beta: Table<keyof BetaApplicationRow>;
  history: Table<keyof ApplicationEventRow>;
};
type Table<Column> = { sheet: string; columns: readonly Column[] };
/** The name of a table on the command line. */
export type Subject = keyof typeof tables;

/** The columns of the database that some columns of a file are read from: all answers are in one. */
export const storedColumns = (columns: readonly string[]): string[] => [
  ...new Set(columns.map((column) => (answerColumns.includes(column) ? "answers" : column))),
];

/** A row of a file, by its columns. */
export type Row = Partial<Record<string, string | number | boolean | null>>;

/** Turns rows of the database into rows of a file. */
export async function* rowsOf(
  pages: AsyncIterable<(Row & { answers?: unknown; tags?: unknown })[]>,
): AsyncGenerator<Row[]> {
  for await (const rows of pages)
    yield rows.map(({ answers, tags, ...row }) =>
      Object.assign(row, answerCells(answers), { tags: Array.isArray(tags) ? tags.join() || null : null }),
    );
}
