import type { ImportTable } from "../../records/table.ts";
import { rowsOf, type Side, type TableRow } from "./rows.ts";

/** Columns that are null until a person has confirmed, or an application is decided. */
const settledAt: Record<ImportTable, string> = { waitlist: "confirmed_at", beta: "reviewed_at" };

/**
 * The ids of those of `rows`, which are in their order, that an earlier move copied before the person confirmed or the application
 * was decided here: an import changes nothing of a row that exists.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function outdated(
  target: Side,
  table: { name: string; imported: ImportTable },
  rows: readonly TableRow[],
): Promise<string[]> {
  const column = settledAt[table.imported];
  const settled = rows.filter((row) => row[column] !== null).map(({ id }) => String(id));
  const [first, last] = [settled[0], settled.at(-1)];
  if (first === undefined || last === undefined) return [];
  const open = new Set<unknown>();
  for await (const page of rowsOf(target, table.name, "id", { columns: "id", range: [first, last], unset: column }))
    for (const { id } of page) open.add(id);
  return settled.filter((id) => open.has(id));
}
