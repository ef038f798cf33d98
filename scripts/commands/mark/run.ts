import * as v from "valibot";
import { dataOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { inBatches } from "../../cli/inBatches.ts";
import { say } from "../../cli/io.ts";
import { count } from "../../cli/amounts.ts";
import { inDoubt, lostAnswers, lostText } from "../../cli/lostAnswers.ts";
import { nameProblems } from "../../cli/nameProblems.ts";
import { type Addresses, addressesIn, addressesOf } from "../../records/addresses.ts";

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
  const { given, malformed } = await read(context, texts, file);
  const unknown: string[] = [];
  let changed = 0;
  const lost = lostAnswers(context);
  await inBatches(context, given, batchSize, async (batch) => {
    const addresses = JSON.stringify(batch.map(({ email }) => email));
    const call = context.supabase.rpc("mark_waitlist", { addresses, event }).retry(false);
    const noted = v.parse(answer, await dataOf(call, context.signal).catch(inDoubt(lost)));
    changed += noted.changed;
    unknown.push(...noted.unknown.map((place) => batch[place]?.where ?? ""));
  });
  const before = given.length - changed - unknown.length;
  say(context, `${count(changed)} marked as ${event}, ${count(before)} already were.${lostText(lost())}`);
  const problems = [
    ...unknown.map((where) => `${where}: not on the waitlist`),
    ...malformed.map(({ where, reason }) => `${where}: ${reason}`),
  ];
  if (problems.length === 0) return;
  nameProblems(context, problems);
  const total = given.length + malformed.length;
  throw new CliError("failed", `${count(problems.length)} of ${count(total)} could not be marked.`);
}

function read(
  context: BackendContext,
  texts: readonly string[],
  file: string | undefined,
): Promise<Addresses> | Addresses {
  if (file !== undefined && texts.length > 0) throw new CliError("usage", "Give addresses or --file, not both.");
  if (file !== undefined) return addressesIn(context, file);
  if (texts.length === 0) throw new CliError("usage", "Give e-mail addresses, or --file with a list of them.");
  return addressesOf(texts);
}
