import * as v from "valibot";
import { counted } from "../../cli/amounts.ts";
import { dataOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { say } from "../../cli/io.ts";
import { chooseOutput } from "../../cli/output/chooseOutput.ts";
import { writeOutput } from "../../cli/output/writeOutput.ts";
import { neutralise } from "../../csv/neutralise.ts";
import { record } from "../../csv/record.ts";
import { fineReasons } from "../../records/mailReport.ts";

/** Options of `mail failed`, as commander gives them. */
export interface FailedOptions {
  out?: string;
  force?: true;
}

const failedMail = v.object({
  id: v.string(),
  kind: v.string(),
  email: v.string(),
  last_error: v.string(),
  attempts: v.number(),
  created_at: v.string(),
  dead_at: v.string(),
});
type FailedMail = v.InferOutput<typeof failedMail>;

/** Rows per call, as many as a hosted project answers unless it is set otherwise. */
const pageSize = 1000;

const none = "No mail ended unsent.";

const header = ["id", "kind", "email", "error", "attempts", "created_at", "ended_at"];

/**
 * Writes the mails that `mail retry` would send to a file, those that ended first at its top. `mail bounces` can read it. Where
 * there is none, a file is only written if it was asked for.
 * @throws CliError `usage`, `unreachable`, `configuration`, `failed` when the file cannot be written, `interrupted`.
 */
export async function listFailed(context: BackendContext, { out, force }: FailedOptions): Promise<void> {
  const name = out ?? `failed-mails-${context.clock().toISOString().slice(0, 10)}.csv`;
  const output = await chooseOutput(context, name, { force });
  const mails = (await readFailed(context)).sort((a, b) => (a.dead_at < b.dead_at ? -1 : 1));
  if (mails.length === 0 && out === undefined) return say(context, none);
  const lines = mails.map(({ id, kind, email, last_error, attempts, created_at, dead_at }) =>
    record([id, kind, neutralise(email), last_error, String(attempts), created_at, dead_at]),
  );
  await writeOutput(context, output, [record(header), ...lines, ""].join("\n"), "list");
  const where = output.kind === "file" ? ` They are in ${output.path}` : "";
  say(context, mails.length === 0 ? none : `${counted(mails.length, "mail")} ended unsent.${where}`);
}

async function readFailed({ supabase, signal }: BackendContext): Promise<FailedMail[]> {
  const mails: FailedMail[] = [];
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const query = supabase.from("email_outbox").select("id,kind,email,last_error,attempts,created_at,dead_at");
    const failed = query.not("dead_at", "is", null).not("last_error", "in", `(${fineReasons.join()})`);
    const rows = failed.is("bounced_at", null).gt("id", after).order("id").limit(pageSize).retry(false);
    const page = v.parse(v.array(failedMail), await dataOf(rows, signal));
    mails.push(...page);
    const last = page.at(-1);
    // A project may answer fewer rows than were asked for.
    if (!last) return mails;
    after = last.id;
  }
}
