import * as v from "valibot";
import { dataOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { interruptedError } from "../../cli/errors.ts";

/** Who is to be told, and of what: the launch, or the update of a name with the text of a hash. */
export interface Audience {
  name?: string;
  hash?: string;
  source?: string | undefined;
  role?: string | undefined;
}

/** Rows of the waitlist that one call looks at: to count, and to write. At a million rows both stay far below hosted's 8 s. */
const counted = 10_000;
const written = 2_000;

const keyForm = v.object({ created_at: v.string(), id: v.string() });

/** Place of a row in the waitlist. */
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

async function callPage(
  { supabase, signal }: BackendContext,
  request: PageRequest,
): Promise<v.InferOutput<typeof page>> {
  if (signal.aborted) throw interruptedError();
  const call = supabase.rpc("announce_page", { request: JSON.stringify(request) }).retry(false);
  return v.parse(page, await dataOf(call, signal));
}

/** The people that one run is to tell. */
export interface Wave {
  people: number;
  /** How many are to be told in all, those of the wave among them. */
  all: number;
  /** Addresses of the first three. */
  sample: string[];
  /** The key that the first one comes after, and that of the last one: the run goes no further, whatever happens meanwhile. */
  after: Key | undefined;
  through: Key | undefined;
}

/**
 * Counts whom a run is to tell.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function survey(context: BackendContext, audience: Audience, most = Infinity): Promise<Wave> {
  const wave: Wave = { people: 0, all: 0, sample: [], after: undefined, through: undefined };
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
    // A page that was cut short is looked at again from where it was.
    after = told === limit && last ? last : (next ?? undefined);
    if (after === undefined) return wave;
  }
}

/**
 * Tells the people of a wave, page after page: each page is one transaction.
 * @param each told after each page how many have been told
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`; what `each` was told of has been done.
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
