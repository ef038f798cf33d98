import type { ImportTable } from "../../records/table.ts";
import { rowsOf, type Side, type TableRow } from "./rows.ts";

/** Columns that are null until a person has confirmed, or an application is decided. */
const settledAt: Record<ImportTable, string> = { waitlist: "confirmed_at", beta: "reviewed_at" };

const time = (value: unknown): number => (typeof value === "string" ? Date.parse(value) : Number.NEGATIVE_INFINITY);

/**
 * The ids of those of `rows`, which are in their order, that an earlier move copied before the person confirmed or the application
 * was decided here, for the first time or once more: an import changes nothing of a row that exists.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function outdated(
  target: Side,
  table: { name: string; imported: ImportTable },
  rows: readonly TableRow[],
): Promise<string[]> {
  const column = settledAt[table.imported];
  const settled = rows.filter((row) => row[column] !== null);
  const [first, last] = [settled[0], settled.at(-1)];
  if (first === undefined || last === undefined) return [];
  const range = [String(first.id), String(last.id)] as const;
  const there = new Map<unknown, number>();
  for await (const page of rowsOf(target, table.name, "id", { columns: `id, ${column}`, range }))
    for (const row of page) there.set(row.id, time(row[column]));
  return settled.filter((row) => (there.get(row.id) ?? Infinity) < time(row[column])).map(({ id }) => String(id));
}
