import { counted } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { nameProblems, Problems } from "../../cli/problems.ts";
import { includedAddresses, eachBatch, openAddressFile } from "../../files/addressFile.ts";
import { type ColumnOptions, leftOut, settleMark } from "../../files/marks.ts";
import { recordDeliveryEvents } from "../../operator/mails.ts";
import { bouncedMark, complainedMark, failedMark, isOfFailed } from "./bounceMarks.ts";

/** Options of `mail bounces`, as commander gives them. */
export interface BouncesOptions extends ColumnOptions {
  complaints?: true;
  sheet?: string;
}

/**
 * Records that the addresses in a file must not be mailed again. Of a file that tells kinds of bounces, only permanent ones are. It can
 * be repeated after any interruption.
 * @throws CliError `failed` when the file cannot be read or some lines hold no address, `usage`, `unreachable`.
 */
export async function recordBounces(
  context: BackendContext,
  path: string,
  { complaints, sheet, ...columns }: BouncesOptions,
): Promise<void> {
  const event = complaints ? "complained" : "bounced";
  const file = await openAddressFile(context, path, sheet);
  const now = context.clock();
  const { isIncluded, described } = complaints
    ? await settleMark(context, complainedMark(now), file, columns)
    : isOfFailed(file.header)
      ? await settleMark(context, failedMark(now), file, columns)
      : await settleMark(context, bouncedMark(now), file, columns);
  for (const line of described) say(context, line);
  const malformed = new Problems();
  let [known, excluded] = [0, 0];
  const included = includedAddresses(file.lines(malformed), isIncluded, () => void (excluded += 1));
  const given = await eachBatch(context, included, async (batch) => {
    known += await recordDeliveryEvents(
      context,
      event,
      batch.map(({ email }) => email),
    );
  });
  const strangers = given - known;
  say(
    context,
    `${counted(known, "address", "addresses")} will not be mailed again${strangers > 0 ? `; ${counted(strangers, "was", "were")} not known here` : ""}${leftOut(excluded)}.`,
  );
  if (malformed.count === 0) return;
  nameProblems(context, malformed);
  throw new CliError("failed", `${counted(malformed.count, "line")} could not be read.`);
}
