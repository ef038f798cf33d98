import { stringify } from "csv-stringify/sync";
import { counted } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { heldBack } from "../../../server/launch/deliveryHint.ts";
import { pages } from "../../operator/pages.ts";
import { say } from "../../cli/io.ts";
import { chooseOutput, writeOutput } from "../../cli/output.ts";
import { progress } from "../../cli/progress.ts";
import { requireAddress } from "../../files/addresses.ts";
import { failedMails, readMailReport, retriedTo, retryMails, retryMailsTo } from "../../operator/mails.ts";
import { failuresOf, restoredMails } from "../../../server/launch/mailReport.ts";

/** Options of `mail failed`, as commander gives them. */
export interface FailedOptions {
  out?: string;
  force?: true;
}

const none = "No mail failed.";

/** The columns of the file, by what they are called there. */
const columns = ["id", "kind", "email", "last_error", "attempts", "created_at", "failed_at"] as const;
const header = ["id", "kind", "email", "error", "attempts", "created_at", "failed_at"];

/**
 * Writes the mails that `mail retry` would send, or with `--restored`, to a file, the oldest at its top. `mail bounces` can read it. Where there is none, a file
 * is only written if it was asked for.
 * @throws CliError `usage`, `unreachable`, `configuration`, `failed` when the file cannot be written, `interrupted`.
 */
export async function listFailed(context: BackendContext, { out, force }: FailedOptions): Promise<void> {
  const name = out ?? `failed-mails-${context.clock().toISOString().slice(0, 10)}.csv`;
  const output = await chooseOutput(context, name, { force });
  if (out === undefined && failuresOf(await readMailReport(context)) === 0) return say(context, none);
  let mails = 0;
  const text = async function* () {
    yield stringify([header]);
    for await (const page of pages(context.signal, (after) => failedMails(context, after))) {
      // Spreadsheets take some first characters for a formula.
      yield stringify(page, { columns: [...columns], escape_formulas: true });
      mails += page.length;
    }
  };
  await writeOutput(context, output, text());
  const where = output.kind === "file" ? ` They are in ${output.path}` : "";
  say(context, mails === 0 ? none : `${counted(mails, "mail")} failed.${where}`);
}

/**
 * Makes failed mails due again: all to one address, else those that a restore held back, or all others. It can be repeated.
 * @throws CliError `usage` for what is no address, `unreachable`, `interrupted`; the mails of earlier calls are due again then.
 */
export async function retryFailed(
  context: BackendContext,
  address: string | undefined,
  { restored }: { restored?: true },
): Promise<void> {
  if (address !== undefined) {
    for (const line of retriedTo(await retryMailsTo(context, requireAddress(address)))) say(context, line);
    return;
  }
  const shown = progress(context, "Retrying");
  const retried = await retryMails(context, { restored, at: shown.at }).finally(() => shown.end());
  for (const line of retriedTo({ retried })) say(context, line);
  const held = restoredMails(await readMailReport(context));
  const { text, remedy } = heldBack(held);
  if (held > 0) say(context, `${text} ${remedy}`);
}
