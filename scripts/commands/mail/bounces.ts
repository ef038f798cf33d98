import { callFunction } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { inBatches } from "../../cli/inBatches.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers } from "../../cli/lostAnswers.ts";
import { counted } from "../../cli/amounts.ts";
import { nameProblems } from "../../cli/problems.ts";
import { withAddressesIn } from "../../records/addressFile.ts";
import type { Addresses } from "../../records/addresses.ts";

/** Options of `mail bounces`, as commander gives them. */
export interface BouncesOptions {
  complaints?: true;
}

/** Addresses per request. */
const batchSize = 500;

/**
 * Records that the addresses in a file must not be mailed again. It can be repeated after any interruption.
 * @throws CliError `failed` when the file cannot be read or some lines hold no address, `usage`, `unreachable`.
 */
export const recordBounces = (context: BackendContext, file: string, options: BouncesOptions): Promise<void> =>
  withAddressesIn(context, file, (addresses) => recordAll(context, addresses, options));

async function recordAll(context: BackendContext, addresses: Addresses, { complaints }: BouncesOptions): Promise<void> {
  const event = complaints ? "complained" : "bounced";
  let known = 0;
  const lost = lostAnswers(context);
  const given = await inBatches(context, addresses, batchSize, async (batch) => {
    const people = JSON.stringify(batch.map(({ email }) => email));
    known += await callFunction(context, "record_email_event", { event, people }).catch(inDoubt(lost));
  });
  const strangers = given - known;
  say(
    context,
    `${counted(known, "address", "addresses")} will not be mailed again${strangers > 0 ? `; ${counted(strangers, "was", "were")} not known here` : ""}.`,
  );
  const { malformed } = addresses;
  if (malformed.count === 0) return;
  nameProblems(context, malformed);
  throw new CliError("failed", `${counted(malformed.count, "line")} could not be read.`);
}
