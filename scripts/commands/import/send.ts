import * as v from "valibot";
import { callFunction, type Data } from "../../data/calls.ts";
import { CliError } from "../../data/errors.ts";
import type { Mark } from "../../files/marks.ts";
import { markPeople } from "../../operator/person.ts";
import type { Entry } from "./rows.ts";

/** A line on its way to the database. */
export interface Sent extends Entry {
  line: number;
  cells: string[];
}

const outcome = v.object({
  added: v.number(),
  mailable: v.optional(v.number(), 0),
  unconfirmed: v.optional(v.number(), 0),
  confirmed: v.optional(v.number(), 0),
  unsubscribed: v.number(),
  notified: v.optional(v.number(), 0),
  released: v.optional(v.number(), 0),
  tagged: v.optional(v.number(), 0),
  suppressed: v.record(v.string(), v.number()),
  strangers: v.optional(v.array(v.number()), []),
});
/**
 * What became of the lines of a file: how many people were added, and how many of those may be mailed or have not
 * confirmed; how many were on the list already, and how many of those are now confirmed, unsubscribed, notified,
 * tagged or off the suppression list; how many the suppression list kept out, by reason; and the places of `strangers`,
 * people who must not be mailed and were not on the list.
 */
export type Outcome = v.InferOutput<typeof outcome>;

export const counted = [
  "added",
  "mailable",
  "unconfirmed",
  "confirmed",
  "unsubscribed",
  "notified",
  "released",
  "tagged",
] as const;

/** How lines are sent, and what has become of them so far. */
export interface Sending {
  table: "waitlist" | "beta";
  /** The mark that an option gives to everybody in the file. */
  mark: Mark | undefined;
  overrideSuppression: boolean;
  /** How the people with a time of confirmation confirmed elsewhere. */
  confirmedBy: string | undefined;
  /** The tag of everybody, and the source of those who have none. */
  tag?: string | undefined;
  source?: string | undefined;
  /** A dry run does everything that the real run does, and then rolls it back. */
  dryRun: boolean;
  sum: Omit<Outcome, "strangers">;
  /** Called with each line about a person who must not be mailed and was not on the list. */
  stranger(sent: Sent): void;
  /** Called with each line that the database refuses. */
  refused(sent: Sent, reason: string): void;
}

/**
 * An error about some rows only: a data exception, a violated constraint (`SUP` on lite), a statement that took too
 * long.
 */
const rowsError = v.object({
  code: v.literal("failed"),
  cause: v.object({ code: v.pipe(v.string(), v.regex(/^(?:22|23|SUP$|57014$)/u)) }),
});

/**
 * Sends a batch, in which no key occurs twice, in one transaction. If the database refuses it, halves it until the
 * refused line is found.
 * @throws CliError `unreachable`, `configuration`, `failed`, `interrupted`.
 */
export async function sendBatch(data: Data, batch: readonly Sent[], sending: Sending): Promise<void> {
  const { sum } = sending;
  try {
    const { suppressed, strangers, ...numbers } = await call(data, batch, sending);
    for (const place of strangers) {
      const sent = batch[place];
      if (sent) sending.stranger(sent);
    }
    for (const name of counted) sum[name] += numbers[name];
    for (const [reason, n] of Object.entries(suppressed)) sum.suppressed[reason] = (sum.suppressed[reason] ?? 0) + n;
  } catch (error) {
    if (!(error instanceof CliError) || !v.is(rowsError, error)) throw error;
    const half = Math.ceil(batch.length / 2);
    const [only] = batch;
    if (only && batch.length === 1) return sending.refused(only, `The database refuses it (${error.cause.code}).`);
    await sendBatch(data, batch.slice(0, half), sending);
    await sendBatch(data, batch.slice(half), sending);
  }
}

async function call(data: Data, batch: readonly Sent[], sending: Sending): Promise<Outcome> {
  const { table, mark, overrideSuppression: override_suppression, dryRun: dry_run, confirmedBy } = sending;
  if (mark === "notified") {
    const { changed, unknown } = await markPeople(
      data,
      mark,
      batch.map(({ key }) => key),
      dry_run,
    );
    return {
      ...v.parse(outcome, { added: 0, unsubscribed: 0, suppressed: {} }),
      notified: changed,
      strangers: unknown,
    };
  }
  const rows = JSON.stringify(batch.map(({ row }) => row));
  const how = { override_suppression, dry_run };
  if (table === "beta")
    return v.parse(outcome, await callFunction(data, "import_applications", { applications: rows, ...how }));
  const said = {
    ...(confirmedBy === undefined ? {} : { confirmed_by: confirmedBy }),
    ...(sending.tag !== undefined && { tag: sending.tag }),
    ...(sending.source !== undefined && { from_source: sending.source }),
    ...(mark === "bounced" || mark === "complained" ? { reported: true } : {}),
  };
  return v.parse(outcome, await callFunction(data, "import_waitlist", { people: rows, ...how, ...said }));
}

/**
 * Ranks what a line says against a person: 1 for unsubscribed, 2 for bounced, 3 for both, 4 for complained, which
 * is the worst.
 */
const saidBy = ({ status, withdrawn }: Entry): number =>
  status === "complained" ? 4 : (status === "bounced" ? 2 : 0) + (withdrawn ? 1 : 0);

/**
 * Gathers lines so that no key occurs twice. A key that occurred before is sent again only when it says more
 * against the person: an unsubscription wins wherever it is in the file.
 */
export class Gathering {
  readonly #said = new Map<string, number>();
  #batch = new Map<string, Sent>();

  get size(): number {
    return this.#batch.size;
  }

  add(sent: Sent): void {
    const { key, row } = sent;
    const before = this.#said.get(key);
    const known = Math.max(before ?? 0, saidBy(sent)) === 4 ? 4 : (before ?? 0) | saidBy(sent);
    if (known === before) return;
    this.#said.set(key, known);
    // Otherwise a milder line would lift the suppression when an import overrides the list.
    if (known === 3) row.suppress = "bounced";
    const waiting = this.#batch.get(key)?.row;
    if (!waiting)
      return void this.#batch.set(key, before === undefined ? sent : { ...sent, row: { ...row, again: true } });
    // The line counts as sent, because the database keeps the first time as well.
    waiting.unsubscribed_at ??= row.unsubscribed_at;
    waiting.suppress = row.suppress;
  }

  /** The lines gathered so far, which are sent now. */
  take(): Sent[] {
    const batch = [...this.#batch.values()];
    this.#batch = new Map();
    return batch;
  }
}
