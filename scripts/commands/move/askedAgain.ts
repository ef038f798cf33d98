import * as v from "valibot";
import { callFunction } from "../../cli/calls.ts";
import { rowsAmong, type Side, type TableRow } from "./rows.ts";

const people = v.array(
  v.object({
    id: v.string(),
    email: v.string(),
    confirmed_at: v.nullable(v.string()),
    unsubscribed_at: v.nullable(v.string()),
  }),
);
const confirmations = v.array(v.object({ id: v.string(), confirmed_at: v.nullable(v.string()) }));
const held = v.object({ consent_events: v.array(v.object({ event: v.string(), happened_at: v.string() })) });

/**
 * The ids of those of `rows`, which are in their order, that an earlier move copied as confirmed, and that have left here since and were
 * asked to confirm again, perhaps because somebody else joined in their name. Who confirmed there after that is right.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function askedAgain(source: Side, target: Side, rows: readonly TableRow[]): Promise<string[]> {
  const open = v.parse(people, rows).filter((row) => row.confirmed_at === null && row.unsubscribed_at === null);
  const confirmed = new Map<string, number>();
  for await (const page of rowsAmong(target, "waitlist", open, "id,confirmed_at"))
    for (const { id, confirmed_at: at } of v.parse(confirmations, page))
      if (at !== null) confirmed.set(id, Date.parse(at));
  const found: string[] = [];
  for (const { id, email } of open) {
    const there = confirmed.get(id);
    if (there !== undefined && (await lastAsked(source, email)) > there) found.push(id);
  }
  return found;
}

/** When a person was last asked to confirm, in ms; 0 for never. */
async function lastAsked(side: Side, email: string): Promise<number> {
  const { consent_events: events } = v.parse(held, await callFunction(side, "person_data", { person: email }));
  const asked = events.filter(({ event }) => event === "asked").map(({ happened_at: at }) => Date.parse(at));
  return Math.max(0, ...asked);
}
