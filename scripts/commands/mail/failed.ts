import * as v from "valibot";
import { counted } from "../../cli/amounts.ts";
import { callFunction } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { say } from "../../cli/io.ts";
import { chooseOutput } from "../../cli/output/chooseOutput.ts";
import { writeOutput } from "../../cli/output/writeOutput.ts";
import { neutralise } from "../../csv/neutralise.ts";
import { record } from "../../csv/record.ts";

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

/** Mails per call. */
const pageSize = 2000;

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
  const first = await readPage(context);
  if (first.length === 0 && out === undefined) return say(context, none);
  let mails = 0;
  const text = async function* () {
    yield `${record(header)}\n`;
    for (let page = first; page.length > 0; page = await readPage(context, page.at(-1))) {
      yield page.map((mail) => `${lineOf(mail)}\n`).join("");
      mails += page.length;
    }
  };
  await writeOutput(context, output, text(), "list");
  const where = output.kind === "file" ? ` They are in ${output.path}` : "";
  say(context, mails === 0 ? none : `${counted(mails, "mail")} ended unsent.${where}`);
}

const lineOf = ({ id, kind, email, last_error, attempts, created_at, dead_at }: FailedMail): string =>
  record([id, kind, neutralise(email), last_error, String(attempts), created_at, dead_at]);

/** The mails that ended after one of them, or the first. */
async function readPage(context: BackendContext, after?: FailedMail): Promise<FailedMail[]> {
  const key = after ? { after_time: after.dead_at, after_id: after.id } : {};
  return v.parse(v.array(failedMail), await callFunction(context, "failed_emails", { most: pageSize, ...key }));
}
