import * as v from "valibot";
import { count } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { callFunction, type Data } from "../../cli/data.ts";
import { CliError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { nameProblems, Problems } from "../../cli/problems.ts";
import { addressesMeant, eachBatch, openAddressFile } from "../../files/addressFile.ts";
import { addressesOf } from "../../files/addresses.ts";
import { type ColumnOptions, leftOut, settleMark } from "../../files/marks.ts";
import { notifiedMark, unsubscribedMark } from "./marks.ts";

/** Options of `unsubscribe` and `notified`, as commander gives them. */
export interface MarkOptions extends ColumnOptions {
  file?: string;
  sheet?: string;
}

/** What happened to people of the waitlist elsewhere. */
export type PersonEvent = "unsubscribed" | "notified";

/** Records what happened to people; returns how many changed, and the places of those who are not on the waitlist. */
export const markPeople = async (data: Data, event: PersonEvent, emails: readonly string[]) =>
  v.parse(answer, await callFunction(data, "mark_waitlist", { addresses: JSON.stringify(emails), event }));

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
  { file, sheet, ...columns }: MarkOptions,
): Promise<void> {
  if (file !== undefined && texts.length > 0) throw new CliError("usage", "Give addresses or --file, not both.");
  if (file === undefined && texts.length === 0)
    throw new CliError("usage", "Give email addresses, or --file with a list of them.");
  const malformed = new Problems();
  const unknown = new Problems();
  let others = 0;
  const readFile = async (path: string) => {
    const opened = await openAddressFile(context, path, sheet);
    const { isMeant, described } =
      event === "unsubscribed"
        ? await settleMark(context, unsubscribedMark(context.clock()), opened, columns)
        : await settleMark(context, notifiedMark, opened, columns);
    for (const line of described) say(context, line);
    return addressesMeant(opened.lines(malformed), isMeant, () => void (others += 1));
  };
  const addresses = file === undefined ? addressesOf(texts) : await readFile(file);
  let changed = 0;
  const given = await eachBatch(context, addresses, async (batch) => {
    const noted = await markPeople(
      context,
      event,
      batch.map(({ email }) => email),
    );
    changed += noted.changed;
    for (const place of noted.unknown) unknown.add(`${batch[place]?.where}: not on the waitlist`);
  });
  say(
    context,
    `${count(changed)} marked as ${event}, ${count(given - changed - unknown.count)} already were${leftOut(others)}.`,
  );
  const problems = unknown.count + malformed.count;
  if (problems === 0) return;
  nameProblems(context, unknown, malformed);
  throw new CliError("failed", `${count(problems)} of ${count(given + malformed.count)} could not be marked.`);
}
