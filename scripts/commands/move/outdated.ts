import * as v from "valibot";
import type { ImportTable } from "../../records/importTables.ts";
import { rowsAmong, type Side, type TableRow } from "./rows.ts";

const waiting = v.array(v.object({ id: v.string(), confirmed_at: v.nullable(v.string()) }));
const applications = v.array(
  v.object({
    id: v.string(),
    status: v.string(),
    reviewed_at: v.nullable(v.string()),
    events: v.array(v.object({ created_at: v.string(), note: v.nullable(v.string()) })),
  }),
);

/** The columns that a state is made of. */
const columns = {
  waitlist: "id,confirmed_at",
  beta: "id,status,reviewed_at,events:beta_application_events(created_at,note)",
} as const;

/** What became of a person or an application: a text to compare, when that was, in ms, if anything has happened, and the notes on it. */
interface State {
  id: string;
  is: string;
  at: number | undefined;
  notes: readonly string[];
}

function statesOf(imported: ImportTable, rows: readonly TableRow[]): State[] {
  if (imported === "waitlist")
    return v.parse(waiting, rows).map(({ id, confirmed_at: at }) => ({
      id,
      is: at === null ? "open" : "confirmed",
      at: at === null ? undefined : Date.parse(at),
      notes: [],
    }));
  return v.parse(applications, rows).map(({ id, status, reviewed_at, events }) => {
    const times = [reviewed_at, ...events.map((event) => event.created_at)].flatMap((at) => at ?? []);
    return {
      id,
      is: status,
      at: times.length > 0 ? Math.max(...times.map((at) => Date.parse(at))) : undefined,
      notes: events.flatMap(({ note }) => note ?? []),
    };
  });
}

/**
 * The ids of those of `rows`, which are in their order, that an earlier move copied before the person confirmed, or the application was
 * decided, reopened or noted upon here: an import changes nothing of a row that exists.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function outdated(
  target: Side,
  table: { name: string; imported: ImportTable },
  rows: readonly TableRow[],
): Promise<string[]> {
  const { name, imported } = table;
  const here = statesOf(imported, rows).filter(({ at }) => at !== undefined);
  const there = new Map<string, State>();
  for await (const page of rowsAmong(target, name, here, columns[imported]))
    for (const state of statesOf(imported, page)) there.set(state.id, state);
  return here.flatMap(({ id, is, at = 0, notes }) => {
    const other = there.get(id);
    if (other === undefined) return [];
    const late = other.is !== is && (other.at ?? 0) < at;
    return late || notes.some((note) => !other.notes.includes(note)) ? [id] : [];
  });
}
