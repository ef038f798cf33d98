import * as v from "valibot";
import { callFunction } from "../../cli/calls.ts";
import { rowsAmong, rowsOf, type Side } from "./rows.ts";
import type { TableOfPeople } from "./tables.ts";

const erasures = v.array(
  v.object({ erased_at: v.string(), hash: v.nullable(v.string()), applications_until: v.nullable(v.string()) }),
);
type Erasure = v.InferOutput<typeof erasures>[number];

const held = v.array(v.object({ id: v.string(), email: v.string(), created_at: v.string() }));
type Held = v.InferOutput<typeof held>[number];

const ownRows = v.record(v.string(), v.array(v.unknown()));

/**
 * The rows there, as tables and ids, of people who were erased here after an earlier move copied them, or while this one went on: a move
 * removes nothing. Whoever came back there since has a later row; whoever came back here is marked, as an erasure there would keep
 * them out.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function erasedHere(source: Side, target: Side, tables: readonly TableOfPeople[]): Promise<string[]> {
  const done: Erasure[] = [];
  for await (const page of rowsOf(source, "erasures", "id")) done.push(...v.parse(erasures, page));
  if (done.length === 0) return [];
  const found: string[] = [];
  for (const table of tables)
    for await (const page of rowsOf(target, table, "id", { columns: "id,email,created_at" })) {
      const rows = v.parse(held, page);
      const here = await idsAmong(source, table, rows);
      for (const row of rows)
        if (!here.has(row.id) && (await wasErased(source, table, row, done)))
          found.push(`  ${table} ${row.id}${(await isBack(source, table, row)) ? " (came back here)" : ""}`);
    }
  return found;
}

/** The ids of this side between those of the first and the last of `rows`. */
async function idsAmong(side: Side, table: string, rows: readonly Held[]): Promise<Set<unknown>> {
  const ids = new Set<unknown>();
  for await (const page of rowsAmong(side, table, rows, "id")) for (const { id } of page) ids.add(id);
  return ids;
}

async function wasErased(
  side: Side,
  table: TableOfPeople,
  { email, created_at: since }: Held,
  all: readonly Erasure[],
): Promise<boolean> {
  const time = Date.parse(since);
  const later = all.filter(({ erased_at: at }) => Date.parse(at) >= time);
  // After the beta all applications up to a time are erased at once.
  const allUpTo = ({ applications_until: until }: Erasure) => until !== null && Date.parse(until) >= time;
  if (table === "beta_applications" && later.some(allUpTo)) return true;
  if (later.every(({ hash }) => hash === null)) return false;
  const hashes = await callFunction(side, "suppression_hashes", { person: email });
  return later.some(({ hash }) => hash !== null && hashes.includes(hash));
}

async function isBack(side: Side, table: TableOfPeople, { email }: Held): Promise<boolean> {
  const rows = v.parse(ownRows, await callFunction(side, "person_data", { person: email }));
  return (rows[table] ?? []).length > 0;
}
