import * as v from "valibot";
import { applicationStatuses } from "../../../server/contract/statuses.ts";
import { count, counted } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { callFunction, countOf, dataOf } from "../../cli/data.ts";
import { asideText, whereOf } from "../../cli/stack.ts";
import { interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { progress } from "../../cli/progress.ts";
import { confirmed } from "../../cli/prompts.ts";
import { table, withFigures } from "../../cli/table.ts";

/** Options of `beta erase`, as commander gives them. */
export interface EraseOptions {
  dryRun?: true;
  yes?: true;
}

/** Applications per call; with a million in the table a call stays far below the 8 s of a hosted project. */
const batchSize = 2000;

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
  const { supabase, signal } = context;
  const newest = supabase.from("beta_applications").select("created_at").order("created_at", { ascending: false });
  const until = (await dataOf(newest.limit(1).retry(false), signal))[0]?.created_at;
  if (until === undefined) return say(context, "There are no applications.");
  const counts = await Promise.all(
    applicationStatuses.map(async (status) => {
      const query = supabase.from("beta_applications").select("*", { count: "exact", head: true }).eq("status", status);
      return [status, await countOf(query.lte("created_at", until).retry(false), signal)] as const;
    }),
  );
  const total = counts.reduce((sum, [, n]) => sum + n, 0);
  const rows = table(withFigures(counts.map(([status, n]) => [`  ${status}`, count(n)])));
  say(context, `Applications in ${whereOf(context)}:\n${rows}`);
  if (dryRun) return say(context, "Nothing was erased (--dry-run).");
  if (!yes)
    await confirmed(context, {
      question: `This cannot be undone. Type the number of applications to erase them (${total}):`,
      typed: String(total),
      refusal: "That is a different number. Nothing was erased.",
      hint: "Give --yes to erase without being asked.",
    });
  const gone = await erasePages(context, until, total);
  say(
    context,
    `Erased ${counted(gone.beta_applications, "application")}, ${counted(gone.beta_application_events, "entry", "entries")} of their history and the record of ${counted(gone.email_outbox, "mail")}. The table erasures records that it was done.\nAccounts stay; \`npx prelaunch erase\` removes a person's. Mails in the inbox folder and at your mail provider, backups and earlier exports cannot be erased by this command.${await asideText(context)}`,
  );
}

async function erasePages(
  context: BackendContext,
  until: string,
  total: number,
): Promise<v.InferOutput<typeof erased>> {
  const sum = { beta_applications: 0, beta_application_events: 0, email_outbox: 0 };
  const shown = progress(context, "Erasing", total);
  try {
    for (;;) {
      const args = { made_until: until, most: batchSize };
      const page = v.parse(erased, await callFunction(context, "erase_applications", args));
      sum.beta_applications += page.beta_applications;
      sum.beta_application_events += page.beta_application_events;
      sum.email_outbox += page.email_outbox;
      shown.at(sum.beta_applications);
      if (page.beta_applications < batchSize) return sum;
    }
  } catch (error) {
    throw context.signal.aborted ? interruptedError("Run it again to erase the rest.") : error;
  } finally {
    shown.end();
  }
}
