import * as v from "valibot";
import { count, counted, span } from "../cli/amounts.ts";
import { type BackendContext, mailFacts } from "../cli/context.ts";
import { batches, callFunction, type Key } from "../cli/data.ts";
import { failAdding, interruptedError } from "../cli/errors.ts";
import { progress } from "../cli/progress.ts";
import { whoSends } from "../cli/stack.ts";
import { glyphsFor } from "../cli/terminalText.ts";
import { mask } from "../files/addresses.ts";

/** The people to notify, and of what: the launch, or the update with a name and the hash of a text. */
export interface Audience {
  name?: string;
  hash?: string;
  source?: string | undefined;
  role?: string | undefined;
  answer?: Answer | undefined;
}

/** An answer to a question: a choice, or a whole text. */
export interface Answer {
  question: string;
  choice: string;
}

/** Who is told first: who joined first, or who brought most friends. */
export const orders = ["oldest", "friends"] as const;
/** One of the {@link orders}. */
export type Order = (typeof orders)[number];

/** An audience, or a part of it: only those who brought friends, or only the others. */
interface PartOf extends Audience {
  friends?: boolean | undefined;
}

/** Waitlist rows that one call looks at, to count and to write. At a million rows both stay far below hosted's limit of 8 s. */
const rowsCounted = 10_000;
const rowsWritten = 2_000;

const keyForm = v.object({ created_at: v.string(), id: v.string() });

const pageForm = v.object({
  told: v.number(),
  last: v.nullable(keyForm),
  sample: v.nullable(v.array(v.string())),
  next: v.nullable(keyForm),
  ids: v.nullable(v.array(v.string())),
});

async function callPage(context: BackendContext, request: object): Promise<v.InferOutput<typeof pageForm>> {
  if (context.signal.aborted) throw interruptedError();
  return v.parse(pageForm, await callFunction(context, "announce_page", { request: JSON.stringify(request) }));
}

/** How many people one run notifies. */
interface Size {
  people: number;
  /** How many are to be notified in all, including this wave. */
  all: number;
  /** Addresses of the first three. */
  sample: string[];
}

/** People that one run notifies, of a part of the audience. */
interface Part extends Size {
  of: PartOf;
  /** Those who brought friends, in the order of how many; undefined of other parts, which have a first and a last row. */
  ids?: string[];
  /** The key before the first row, and the key of the last one: the run goes no further, whatever happens meanwhile. */
  after: Key | undefined;
  through: Key | undefined;
}

/** The people that one run notifies: its parts, in their order. */
export interface Wave extends Size {
  parts: Part[];
}

/**
 * Counts the people that a run would notify, `most` at most.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function survey(context: BackendContext, audience: Audience, most: number, order: Order): Promise<Wave> {
  const wave: Wave = { people: 0, all: 0, sample: [], parts: [] };
  for (const friends of order === "friends" ? [true, false] : [undefined]) {
    const part = await surveyPart(context, { ...audience, friends }, most - wave.people);
    wave.people += part.people;
    wave.all += part.all;
    wave.sample = [...wave.sample, ...part.sample].slice(0, 3);
    wave.parts.push(part);
  }
  return wave;
}

async function surveyPart(context: BackendContext, of: PartOf, most: number): Promise<Part> {
  const wave: Part = { of, people: 0, all: 0, sample: [], after: undefined, through: undefined };
  if (of.friends) {
    const first = Number.isFinite(most) ? most : undefined;
    const { told, sample, ids } = await callPage(context, { ...of, scan: 0, first, dry_run: true });
    const people = Math.min(told, most);
    return { ...wave, people, all: told, sample: (sample ?? []).slice(0, people), ids: ids ?? [] };
  }
  const shown = progress(context, "Counting");
  try {
    for (let after: Key | undefined; ;) {
      const left = most - wave.people;
      const limit = left > 0 ? Math.min(rowsCounted, left) : rowsCounted;
      const page = await callPage(context, { ...of, scan: rowsCounted, most: limit, dry_run: true, after });
      if (left > 0 && page.last) {
        if (wave.people === 0) wave.after = after;
        wave.people += page.told;
        wave.sample = [...wave.sample, ...(page.sample ?? [])].slice(0, 3);
        wave.through = page.last;
      }
      shown.at((wave.all += page.told));
      // After a page that was cut short, the count continues where it was cut.
      after = page.told === limit && page.last ? page.last : (page.next ?? undefined);
      if (after === undefined) return wave;
    }
  } finally {
    shown.end();
  }
}

/**
 * Notifies the people of a wave page by page, each page in one transaction; returns how many there were.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`, saying also how many were notified before.
 */
export async function announce(context: BackendContext, { people: all, parts }: Wave): Promise<number> {
  const shown = progress(context, "Notifying", all);
  let done = 0;
  try {
    for (const { of, ids, people: wanted, through, ...part } of parts) {
      for await (const some of batches(ids ?? [], rowsWritten)) {
        const { told } = await callPage(context, { ...of, friends: undefined, scan: 0, ids: some });
        shown.at((done += told));
      }
      let left = ids ? 0 : wanted;
      for (let after: Key | null | undefined = part.after; after !== null && left > 0;) {
        const request = { ...of, scan: rowsWritten, most: Math.min(rowsWritten, left), after, through };
        const { told, next }: v.InferOutput<typeof pageForm> = await callPage(context, request);
        left -= told;
        shown.at((done += told));
        after = next;
      }
    }
    return done;
  } catch (error) {
    return failAdding(`At least ${mailsAre(done)} in the outbox. Do it again for the rest; nobody is told twice.`)(
      error,
    );
  } finally {
    shown.end();
  }
}

/** What came of a wave of which `told` were told, in words. */
export function queuedText(context: BackendContext, wave: Wave, told: number): string {
  const missed = wave.people - told;
  const others = missed > 0 ? ` ${count(missed)} unsubscribed meanwhile, or were told already.` : "";
  return `${mailsAre(told)} in the outbox.${others}\n${whoSends(context)}`;
}

/** A number of mails, before where they are. */
const mailsAre = (n: number): string => counted(n, "mail is", "mails are");

/** A number of people. */
export const people = (n: number): string => counted(n, "person", "people");

/** Why a wave is empty; a misspelled source must not look like a launch that everybody has been told of. */
export function nobodyText({ source, role, answer }: Audience): string {
  if (source === undefined && role === undefined && answer === undefined)
    return "There is nobody to tell: everyone who confirmed and has not unsubscribed has been told.";
  const said = answer && `the answer ${answer.choice} to ${answer.question}`;
  const chosen = [source && `the source ${source}`, role && `the role ${role}`, said].filter(Boolean).join(" and ");
  return `There is nobody to tell with ${chosen}. The sources there are: npx prelaunch stats --json`;
}

/** Whom a wave is for, in a sentence with some masked addresses, and how long its mails take. */
export function waveText(context: BackendContext, { people: n, all, sample }: Wave): string {
  const { ellipsis } = glyphsFor(context);
  const who = sample.map((email) => mask(email, ellipsis)).join(", ");
  const rest = all > n ? ` of ${count(all)} who are to be told` : "";
  const more = n > sample.length ? `, ${ellipsis}` : "";
  const time = sendingTime(context, n);
  return `To ${people(n)}${rest}: ${who}${more}${time === undefined ? "" : `\n${time}`}`;
}

/** How long mails take to be sent, in a sentence; undefined where the deployed function sends them, of whose rate nothing here tells. */
export function sendingTime(context: BackendContext, mails: number): string | undefined {
  const { perSecond, route } = mailFacts(context);
  if (!context.embedded && route === "none") return undefined;
  return `At ${perSecond} a second the mails take about ${span(Math.ceil(mails / perSecond) * 1000)}.`;
}
