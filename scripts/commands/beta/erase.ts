import * as v from "valibot";
import { type ApplicationStatus, applicationStatuses } from "../../../server/contract/statuses.ts";
import { count, counted } from "../../cli/amounts.ts";
import { callFunction, dataOf, rowCountOf } from "../../cli/calls.ts";
import { confirm } from "../../cli/confirm.ts";
import type { BackendContext } from "../../cli/context.ts";
import { asideText } from "../../cli/databasesAside.ts";
import { interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers, lostText } from "../../cli/lostAnswers.ts";
import { progressBar } from "../../cli/progressBar.ts";
import { table, withFigures } from "../../cli/table.ts";
import { whereOf } from "../../cli/whereOf.ts";

/** Options of `beta erase`, as commander gives them. */
export interface EraseOptions {
  dryRun?: true;
  yes?: true;
}

/** Applications per call; with a million in the table a call stays far below the 8 s of a hosted project. */
const pageSize = 2000;

const erased = v.object({
  beta_applications: v.number(),
  beta_application_events: v.number(),
  email_outbox: v.number(),
});

/**
 * Erases all applications with their history and mails, after a preview and a confirmation. Applications that are newer than
 * the newest one at the start stay. It can be repeated after any interruption.
 * @throws CliError `usage` when nobody can be asked and --yes is missing, `failed` when the answer was not the number,
 *   `unreachable`, `interrupted`; what was erased before stays erased.
 */
export async function eraseApplications(context: BackendContext, { dryRun, yes }: EraseOptions): Promise<void> {
  const until = await newest(context);
  if (until === undefined) return say(context, "There are no applications.");
  const counts = await Promise.all(
    applicationStatuses.map(async (status) => [status, await countUntil(context, until, status)] as const),
  );
  const total = counts.reduce((sum, [, n]) => sum + n, 0);
  say(
    context,
    `Applications in ${whereOf(context)}:\n${table(withFigures(counts.map(([status, n]) => [`  ${status}`, count(n)])))}`,
  );
  if (dryRun) return say(context, "Nothing was erased (--dry-run).");
  if (!yes)
    await confirm(context, {
      question: `This cannot be undone. Type the number of applications to erase them (${total}): `,
      confirms: (answer) => answer.replaceAll(/[\s,]/gu, "") === String(total),
      refusal: "That is a different number. Nothing was erased.",
      hint: "Give --yes to erase without being asked.",
    });
  const lost = lostAnswers(context);
  const gone = await erasePages(context, until, total);
  say(
    context,
    `Erased ${counted(gone.beta_applications, "application")}, ${counted(gone.beta_application_events, "entry", "entries")} of their history and the record of ${counted(gone.email_outbox, "mail")}. The table erasures records that it was done.${lostText(lost())}\nAccounts stay; \`npx prelaunch erase\` removes a person's. Mails in the inbox folder and at your mail provider, backups and earlier exports cannot be erased by this command.${await asideText(context)}`,
  );
}

/** When the newest application was made; undefined if there is none. */
async function newest({ supabase, signal }: BackendContext): Promise<string | undefined> {
  const query = supabase.from("beta_applications").select("created_at").order("created_at", { ascending: false });
  const [first] = await dataOf(query.limit(1).retry(false), signal);
  return first?.created_at;
}

function countUntil({ supabase, signal }: BackendContext, until: string, status: ApplicationStatus): Promise<number> {
  const query = supabase.from("beta_applications").select("*", { count: "exact", head: true });
  return rowCountOf(query.eq("status", status).lte("created_at", until).retry(false), signal);
}

async function erasePages(
  context: BackendContext,
  until: string,
  total: number,
): Promise<v.InferOutput<typeof erased>> {
  const sum = { beta_applications: 0, beta_application_events: 0, email_outbox: 0 };
  const bar = progressBar(context, total);
  const lost = lostAnswers(context);
  try {
    for (;;) {
      const args = { made_until: until, most: pageSize };
      const page = v.parse(erased, await callFunction(context, "erase_applications", args));
      sum.beta_applications += page.beta_applications;
      sum.beta_application_events += page.beta_application_events;
      sum.email_outbox += page.email_outbox;
      bar.at(sum.beta_applications);
      if (page.beta_applications < pageSize) return sum;
    }
  } catch (error) {
    if (context.signal.aborted) throw interruptedError("Run it again to erase the rest.");
    return inDoubt(lost)(error);
  } finally {
    bar.end();
  }
}
