import { stringify } from "csv-stringify/sync";
import { counted } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { heldBack } from "../../../server/launch/deliveryHint.ts";
import { dataOf } from "../../cli/data.ts";
import { pages, type Place } from "../../operator/pages.ts";
import { say } from "../../cli/io.ts";
import { chooseOutput, writeOutput } from "../../cli/output.ts";
import { progress } from "../../cli/progress.ts";
import { requireAddress } from "../../files/addresses.ts";
import { listedMails, readMailReport, retriedTo, retryMails, retryMailsTo } from "../../operator/mails.ts";
import { restoredMails } from "../../../server/launch/mailReport.ts";

/** Options of `mail failed`, as commander gives them. */
export interface FailedOptions {
  bounced?: true;
  out?: string;
  force?: true;
}

/** What is listed: its columns, by what they are called in the file, the beginning of its name, and words. */
const lists = {
  failed: {
    columns: {
      id: "id",
      kind: "kind",
      email: "email",
      last_error: "error",
      attempts: "attempts",
      created_at: "created_at",
      failed_at: "failed_at",
    },
    did: "failed",
    none: "No mail failed.",
  },
  bounced: {
    columns: {
      kind: "kind",
      email: "email",
      source: "source",
      last_error: "error",
      created_at: "created_at",
      happened_at: "bounced_at",
    },
    did: "bounced in 30 days",
    none: "No mail bounced in 30 days.",
  },
} as const;

/**
 * Writes the mails that `mail retry` would send, or with `--restored`, to a file, the oldest at its top, which `import waitlist FILE --bounced`
 * reads; or with `bounced` those that bounced. Where there is none, a file is only written if it was asked for.
 * @throws CliError `usage`, `unreachable`, `configuration`, `failed` when the file cannot be written, `interrupted`.
 */
export async function listFailed(context: BackendContext, options: FailedOptions): Promise<void> {
  const { out, force } = options;
  const trouble = options.bounced ? "bounced" : "failed";
  const { columns, did, none } = lists[trouble];
  const query = (after?: Place, most?: number) => listedMails(context, trouble, Object.keys(columns), after, most);
  const name = out ?? `${trouble}-mails-${context.clock().toISOString().slice(0, 10)}.csv`;
  const output = await chooseOutput(context, name, { force });
  if (out === undefined && (await dataOf(query(undefined, 1), context.signal)).length === 0) return say(context, none);
  let mails = 0;
  const text = async function* () {
    yield stringify([Object.values(columns)]);
    for await (const page of pages(context.signal, query)) {
      // Spreadsheets take some first characters for a formula.
      yield stringify(page, { columns: Object.keys(columns), escape_formulas: true });
      mails += page.length;
    }
  };
  await writeOutput(context, output, text());
  const where = output.kind === "file" ? ` They are in ${output.path}` : "";
  say(context, mails === 0 ? none : `${counted(mails, "mail")} ${did}.${where}`);
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
