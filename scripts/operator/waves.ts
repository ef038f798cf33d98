import * as v from "valibot";
import type { CommonFilter } from "../../server/contract/peopleFilter.ts";
import { callFunction, type Data } from "../data/calls.ts";
import { interruptedError } from "../data/errors.ts";
import { batches, type Key } from "./pages.ts";
import { type Condition, conditionsOf } from "./people.ts";

export interface Choice extends CommonFilter {
  /** Only people with an application for this role. */
  role?: string | undefined;
}

/**
 * The people to notify, and the message: the launch, or the update with a name and the hash of a text. With
 * `confirm` it is the confirmation mail to people who have not confirmed.
 */
export interface Audience {
  name?: string;
  hash?: string;
  confirm?: true;
  /**
   * For an update with each person's link into the product: true for the people who have an invite code; false for
   * the others, who get none.
   */
  invited?: boolean;
  choice: Choice;
}

/**
 * The order of notifying: by time of joining, by number of referred friends, or by lot, which is the same for all
 * waves.
 */
export const orders = ["oldest", "friends", "random"] as const;
export type Order = (typeof orders)[number];

/**
 * An audience in the form that the database takes, or a part of it: only people who referred friends or only the
 * others, by lot or by time of joining.
 */
interface PartOf extends Omit<Audience, "choice" | "invited"> {
  filter: Condition[];
  role?: string | undefined;
  friends?: boolean | undefined;
  random?: boolean;
}

/**
 * The number of waitlist rows that one call reads, to count and to write. At a million rows both calls stay far
 * below the 8 s of a hosted project.
 */
const rowsCounted = 25_000;
const rowsWritten = 2_000;

/** This id sorts before all others. */
const lowestId = "00000000-0000-0000-0000-000000000000";

const keyForm = v.object({ created_at: v.string(), id: v.string() });

const pageForm = v.object({
  queued: v.number(),
  last: v.nullable(keyForm),
  sample: v.nullable(v.array(v.string())),
  next: v.nullable(keyForm),
  ids: v.nullable(v.array(v.string())),
});

async function callPage(data: Data, request: object): Promise<v.InferOutput<typeof pageForm>> {
  if (data.signal.aborted) throw interruptedError();
  return v.parse(pageForm, await callFunction(data, "announce_page", { request: JSON.stringify(request) }));
}

/**
 * Sends the confirmation mail to the given people, as far as they may be asked (announce_page). Returns how many.
 * @throws CliError as `dataOf` does.
 */
export const askToConfirm = async (data: Data, ids: readonly string[]): Promise<number> =>
  (await callPage(data, { confirm: true, scan: 0, ids })).queued;

/** How many people one run notifies. */
interface Size {
  people: number;
  /** The number of people to notify in all, including this wave. */
  all: number;
  sample: string[];
}

/** The people of one part of the audience that a run notifies. */
interface Part extends Size {
  of: PartOf;
  /** The people who referred friends, by how many; undefined for other parts, which have a first and a last row. */
  ids?: string[];
  /**
   * The key before the first row, and the key of the last one. The run stops there, even if more people join
   * meanwhile.
   */
  after: Key | undefined;
  through: Key | undefined;
}

/** The people that one run notifies: its parts, in their order. */
export interface Wave extends Size {
  parts: Part[];
}

/**
 * Counts the people that a run would notify, up to `most`; `at` is called with the number so far.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function survey(
  data: Data,
  { audience, most, order }: { audience: Audience; most: number; order: Order },
  at: (people: number) => void,
): Promise<Wave> {
  const wave: Wave = { people: 0, all: 0, sample: [], parts: [] };
  const { choice, invited, ...what } = audience;
  const filter = conditionsOf(choice);
  if (invited !== undefined) filter.push(["invite_code", invited ? "not.is" : "is", null]);
  for (const friends of order === "friends" ? [true, false] : [undefined]) {
    const part = await surveyPart(
      data,
      { ...what, role: choice.role, filter, friends, random: order === "random" },
      { most: most - wave.people, since: choice.since },
      at,
    );
    wave.people += part.people;
    wave.all += part.all;
    wave.sample = [...wave.sample, ...part.sample].slice(0, 3);
    wave.parts.push(part);
  }
  return wave;
}

async function surveyPart(
  data: Data,
  of: PartOf,
  { most, since }: { most: number; since: Date | undefined },
  at: (people: number) => void,
): Promise<Part> {
  const wave: Part = { of, people: 0, all: 0, sample: [], after: undefined, through: undefined };
  if (of.friends) {
    const first = Number.isFinite(most) ? most : undefined;
    const { queued, sample, ids } = await callPage(data, { ...of, scan: 0, first, dry_run: true });
    const people = Math.min(queued, most);
    return { ...wave, people, all: queued, sample: (sample ?? []).slice(0, people), ids: ids ?? [] };
  }
  // The scan starts at `since`, except by lot, which sorts rows in another order.
  const start = since && !of.random ? { created_at: since.toISOString(), id: lowestId } : undefined;
  for (let after: Key | undefined = start; ;) {
    const left = most - wave.people;
    const limit = left > 0 ? Math.min(rowsCounted, left) : rowsCounted;
    const page = await callPage(data, { ...of, scan: rowsCounted, most: limit, dry_run: true, after });
    if (left > 0 && page.last) {
      if (wave.people === 0) wave.after = after;
      wave.people += page.queued;
      wave.sample = [...wave.sample, ...(page.sample ?? [])].slice(0, 3);
      wave.through = page.last;
    }
    at((wave.all += page.queued));
    // After a page that was cut short, the count continues where it was cut.
    after = page.queued === limit && page.last ? page.last : (page.next ?? undefined);
    if (after === undefined) return wave;
  }
}

/**
 * Notifies the people of a wave page by page, each page in one transaction; `at` is called with the number so far.
 * Their mails are sent from `start` on, or at once; with `noWait` those in batches do not wait for bounces after the first 1,000.
 * Returns how many there were, and the number of the wave.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`; people who were notified before stay
 *   notified.
 */
export async function announce(
  data: Data,
  { parts, start }: Wave & { start?: Date | undefined },
  { at, noWait }: { at: (queued: number) => void; noWait: boolean },
): Promise<{ queued: number; number: number }> {
  let done = 0;
  const number = v.parse(v.number(), await callFunction(data, "next_wave", {}));
  const as = { wave: number, ...(start && { at: start.toISOString() }), ...(noWait && { no_wait: true }) };
  for (const { of, ids, people: wanted, through, ...part } of parts) {
    for await (const some of batches(ids ?? [], rowsWritten)) {
      const { queued } = await callPage(data, { ...of, ...as, friends: undefined, scan: 0, ids: some });
      at((done += queued));
    }
    let left = ids ? 0 : wanted;
    for (let after: Key | null | undefined = part.after; after !== null && left > 0;) {
      const request = { ...of, ...as, scan: rowsWritten, most: Math.min(rowsWritten, left), after, through };
      const { queued, next }: v.InferOutput<typeof pageForm> = await callPage(data, request);
      left -= queued;
      at((done += queued));
      after = next;
    }
  }
  return { queued: done, number };
}
