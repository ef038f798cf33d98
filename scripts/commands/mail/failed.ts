import { stringify } from "csv-stringify/sync";
import { counted } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { callFunction, type Data, type Key, keyset, oldestFirst, pages, pageSize, placeOf } from "../../cli/data.ts";
import { say } from "../../cli/io.ts";
import { chooseOutput, writeOutput } from "../../cli/output.ts";
import { progress } from "../../cli/progress.ts";
import { deadLetters, readMailReport } from "../../operator/mails.ts";

/** Options of `mail failed`, as commander gives them. */
export interface FailedOptions {
  out?: string;
  force?: true;
}

const none = "No mail ended unsent.";

/** The columns of the file, by what they are called there. */
const columns = ["id", "kind", "email", "last_error", "attempts", "created_at", "dead_at"] as const;
const header = ["id", "kind", "email", "error", "attempts", "created_at", "ended_at"];

/**
 * Writes the mails that `mail retry` would send to a file, the oldest at its top. `mail bounces` can read it. Where there is none, a file
 * is only written if it was asked for.
 * @throws CliError `usage`, `unreachable`, `configuration`, `failed` when the file cannot be written, `interrupted`.
 */
export async function listFailed(context: BackendContext, { out, force }: FailedOptions): Promise<void> {
  const name = out ?? `failed-mails-${context.clock().toISOString().slice(0, 10)}.csv`;
  const output = await chooseOutput(context, name, { force });
  if (out === undefined && deadLetters(await readMailReport(context)) === 0) return say(context, none);
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
  say(context, mails === 0 ? none : `${counted(mails, "mail")} ended unsent.${where}`);
}

/** The query for at most `most` mails that ended unsent after a key, oldest first. */
export function failedMails({ supabase }: Data, after: Key | undefined, most = pageSize) {
  const all = supabase.from("failed_emails").select("*");
  return keyset(all, oldestFirst, placeOf(after)).limit(most);
}

/** Mails per call. */
const batchSize = 2000;

/**
 * Makes mails that ended unsent due again. It can be repeated.
 * @throws CliError `unreachable`, `interrupted`; the mails of earlier calls are due again then.
 */
export async function retryMails(context: BackendContext): Promise<void> {
  const shown = progress(context, "Retrying");
  const retried = await retryFailed(context, (now) => shown.at(now)).finally(() => shown.end());
  say(context, `${counted(retried, "mail is", "mails are")} due again.`);
}

/** The same, without a word; `at` is told how many so far. Returns how many. */
export async function retryFailed(data: Data, at: (retried: number) => void = () => undefined): Promise<number> {
  let retried = 0;
  for (let now = batchSize; now === batchSize; at((retried += now)))
    now = await callFunction(data, "retry_emails", { most: batchSize });
  return retried;
}
