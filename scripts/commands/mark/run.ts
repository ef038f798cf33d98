import * as v from "valibot";
import { callFunction } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { inBatches } from "../../cli/inBatches.ts";
import { say } from "../../cli/io.ts";
import { count } from "../../cli/amounts.ts";
import { inDoubt, lostAnswers, lostText } from "../../cli/lostAnswers.ts";
import { nameProblems, Problems } from "../../cli/problems.ts";
import { withAddressesIn } from "../../records/addressFile.ts";
import { type Addresses, addressesOf } from "../../records/addresses.ts";

/** Options of `unsubscribe` and `notified`, as commander gives them. */
export interface MarkOptions {
  file?: string;
}

/** What happened to people of the waitlist elsewhere. */
export type PersonEvent = "unsubscribed" | "notified";

/** Addresses per request. */
const batchSize = 2000;

const answer = v.object({ changed: v.number(), unknown: v.array(v.number()) });

/**
 * Records what happened to people of the waitlist. People who have the mark already stay unchanged, so it can be repeated
 * after any interruption.
 * @throws CliError `usage`, `failed` when an address is not on the waitlist, `unreachable`, `interrupted`.
 */
export async function mark(
  context: BackendContext,
  event: PersonEvent,
  texts: readonly string[],
  { file }: MarkOptions,
): Promise<void> {
  if (file !== undefined && texts.length > 0) throw new CliError("usage", "Give addresses or --file, not both.");
  if (file !== undefined) return withAddressesIn(context, file, (addresses) => markAll(context, event, addresses));
  if (texts.length === 0) throw new CliError("usage", "Give e-mail addresses, or --file with a list of them.");
  return markAll(context, event, addressesOf(texts));
}

async function markAll(context: BackendContext, event: PersonEvent, addresses: Addresses): Promise<void> {
  const unknown = new Problems();
  let changed = 0;
  const lost = lostAnswers(context);
  const given = await inBatches(context, addresses, batchSize, async (batch) => {
    const people = JSON.stringify(batch.map(({ email }) => email));
    const called = callFunction(context, "mark_waitlist", { addresses: people, event });
    const noted = v.parse(answer, await called.catch(inDoubt(lost)));
    changed += noted.changed;
    for (const place of noted.unknown) unknown.add(`${batch[place]?.where}: not on the waitlist`);
  });
  const before = given - changed - unknown.count;
  say(context, `${count(changed)} marked as ${event}, ${count(before)} already were.${lostText(lost())}`);
  const { malformed } = addresses;
  const problems = unknown.count + malformed.count;
  if (problems === 0) return;
  nameProblems(context, unknown, malformed);
  throw new CliError("failed", `${count(problems)} of ${count(given + malformed.count)} could not be marked.`);
}
