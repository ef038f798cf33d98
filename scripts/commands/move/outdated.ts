import * as v from "valibot";
import type { ImportTable } from "../../records/table.ts";
import { rowsOf, type Side, type TableRow } from "./rows.ts";

const states = {
  waitlist: v.array(v.object({ id: v.string(), confirmed_at: v.nullable(v.string()) })),
  beta: v.array(v.object({ id: v.string(), status: v.string(), reviewed_at: v.nullable(v.string()) })),
};

const histories = v.array(v.object({ id: v.string(), events: v.array(v.object({ created_at: v.string() })) }));

/** What became of a person or an application: a text to compare, and when that was, in ms; undefined where nothing has happened. */
interface State {
  id: string;
  is: string;
  at: number | undefined;
}

const time = (iso: string | null): number[] => (iso === null ? [] : [Date.parse(iso)]);

/** The states of rows; `events` are the times in their histories, where those were read too. */
function statesOf(
  imported: ImportTable,
  rows: readonly TableRow[],
  events: ReadonlyMap<string, readonly number[]>,
): State[] {
  if (imported === "waitlist")
    return v.parse(states.waitlist, rows).map(({ id, confirmed_at: at }) => ({
      id,
      is: at === null ? "open" : "confirmed",
      at: time(at)[0],
    }));
  return v.parse(states.beta, rows).map(({ id, status, reviewed_at: at }) => {
    const times = [...time(at), ...(events.get(id) ?? [])];
    return { id, is: status, at: times.length > 0 ? Math.max(...times) : undefined };
  });
}

const eventsOf = (rows: readonly TableRow[]): Map<string, number[]> =>
  new Map(v.parse(histories, rows).map(({ id, events }) => [id, events.map(({ created_at: at }) => Date.parse(at))]));

/**
 * The ids of those of `rows`, which are in their order, that an earlier move copied before the person confirmed, or the application was
 * decided or reopened here: an import changes nothing of a row that exists.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function outdated(
  target: Side,
  table: { name: string; imported: ImportTable },
  rows: readonly TableRow[],
): Promise<string[]> {
  const { name, imported } = table;
  const here = statesOf(imported, rows, imported === "beta" ? eventsOf(rows) : new Map()).filter(
    ({ at }) => at !== undefined,
  );
  const [first, last] = [here[0]?.id, here.at(-1)?.id];
  if (first === undefined || last === undefined) return [];
  const columns = Object.keys(states[imported].item.entries).join(",");
  const there = new Map<string, State>();
  for await (const page of rowsOf(target, name, "id", { columns, range: [first, last] }))
    for (const state of statesOf(imported, page, new Map())) there.set(state.id, state);
  return here.flatMap(({ id, is, at = 0 }) => {
    const other = there.get(id);
    return other !== undefined && other.is !== is && (other.at ?? 0) < at ? [id] : [];
  });
}
