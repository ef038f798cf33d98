import * as v from "valibot";
import { callFunction } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { interruptedError } from "../../cli/errors.ts";

/** The people to notify, and of what: the launch, or the update with a name and the hash of a text. */
export interface Audience {
  name?: string;
  hash?: string;
  source?: string | undefined;
  role?: string | undefined;
}

/** Waitlist rows that one call looks at, to count and to write. At a million rows both stay far below hosted's limit of 8 s. */
const counted = 10_000;
const written = 2_000;

const keyForm = v.object({ created_at: v.string(), id: v.string() });

/** The position of a row in the waitlist. */
type Key = v.InferOutput<typeof keyForm>;

const page = v.object({
  told: v.number(),
  last: v.nullable(keyForm),
  sample: v.nullable(v.array(v.string())),
  next: v.nullable(keyForm),
});

interface PageRequest extends Audience {
  scan: number;
  most: number;
  rehearsal?: true;
  after?: Key | undefined;
  through?: Key | undefined;
}

async function callPage(context: BackendContext, request: PageRequest): Promise<v.InferOutput<typeof page>> {
  if (context.signal.aborted) throw interruptedError();
  return v.parse(page, await callFunction(context, "announce_page", { request: JSON.stringify(request) }));
}

/** The people that one run notifies. */
export interface Wave {
  people: number;
  /** How many are to be notified in all, including this wave. */
  all: number;
  /** Addresses of the first three. */
  sample: string[];
  /** The key before the first row, and the key of the last one: the run goes no further, whatever happens meanwhile. */
  after: Key | undefined;
  through: Key | undefined;
}

/**
 * Counts the people that a run would notify.
 * @param looked called after each page with the most rows that can have been looked at so far
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function survey(
  context: BackendContext,
  audience: Audience,
  most: number,
  looked: (rows: number) => void,
): Promise<Wave> {
  const wave: Wave = { people: 0, all: 0, sample: [], after: undefined, through: undefined };
  let pages = 0;
  for (let after: Key | undefined; ;) {
    const left = most - wave.people;
    const filling = left > 0;
    const limit = filling ? Math.min(counted, left) : counted;
    const { told, last, sample, next } = await callPage(context, {
      ...audience,
      scan: counted,
      most: limit,
      rehearsal: true,
      after,
    });
    if (filling && last) {
      if (wave.people === 0) wave.after = after;
      wave.people += told;
      wave.sample = [...wave.sample, ...(sample ?? [])].slice(0, 3);
      wave.through = last;
    }
    wave.all += told;
    looked(++pages * counted);
    // After a page that was cut short, the count continues where it was cut.
    after = told === limit && last ? last : (next ?? undefined);
    if (after === undefined) return wave;
  }
}

/**
 * Notifies the people of a wave page by page: each page is one transaction.
 * @param each called after each page with the number of people notified so far
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`; pages that `each` was called for are done.
 */
export async function announce(
  context: BackendContext,
  audience: Audience,
  { people, after: start, through }: Wave,
  each: (told: number) => void,
): Promise<void> {
  let done = 0;
  for (let after = start; done < people;) {
    const most = Math.min(written, people - done);
    const { told, next } = await callPage(context, { ...audience, scan: written, most, after, through });
    each((done += told));
    if (!next) return;
    after = next;
  }
}
