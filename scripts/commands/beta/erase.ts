import * as v from "valibot";
import { count, counted } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { callFunction, countOf, dataOf } from "../../cli/data.ts";
import { asideText, whereOf } from "../../cli/stack.ts";
import { interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { progress } from "../../cli/progress.ts";
import { confirmed } from "../../cli/prompts.ts";

/** Options of `beta erase`, as commander gives them. */
export interface EraseOptions {
  dryRun?: true;
  yes?: true;
}

/** Applications per call; with a million in the table a call stays far below the 8 s of a hosted project. */
const batchSize = 2000;

const erased = v.object({ beta_applications: v.number(), email_outbox: v.number() });

/**
 * Erases all applications with their history and mails, after a confirmation; those that are newer than the newest one at the start
 * stay. It can be repeated after any interruption.
 * @throws CliError `usage` when nobody can be asked and --yes is missing, `failed` when the answer was not the number,
 *   `unreachable`, `interrupted`; what was erased before stays erased.
 */
export async function eraseApplications(context: BackendContext, { dryRun, yes }: EraseOptions): Promise<void> {
  const { supabase, signal } = context;
  const newest = supabase.from("beta_applications").select("created_at").order("created_at", { ascending: false });
  const until = (await dataOf(newest.limit(1), signal))[0]?.created_at;
  if (until === undefined) return say(context, "There are no applications.");
  const all = () =>
    supabase.from("beta_applications").select("*", { count: "exact", head: true }).lte("created_at", until);
  const total = await countOf(all(), signal);
  const pending = await countOf(all().eq("status", "pending"), signal);
  say(context, `${counted(total, "application")} in ${whereOf(context)}, of which ${count(pending)} pending.`);
  if (dryRun) return say(context, "Nothing was erased (--dry-run).");
  if (!yes)
    await confirmed(context, {
      question: `This cannot be undone. Type the number of applications to erase them (${total}):`,
      typed: String(total),
      refusal: "That is a different number. Nothing was erased.",
      hint: "Give --yes to erase without being asked.",
    });
  const shown = progress(context, "Erasing", total);
  let [gone, mails, page] = [0, 0, batchSize];
  try {
    while (page === batchSize) {
      const args = { made_until: until, most: batchSize };
      const answer = v.parse(erased, await callFunction(context, "erase_applications", args));
      page = answer.beta_applications;
      mails += answer.email_outbox;
      shown.at((gone += page));
    }
  } catch (error) {
    throw signal.aborted ? interruptedError("Run it again to erase the rest.") : error;
  } finally {
    shown.end();
  }
  say(
    context,
    `Erased ${counted(gone, "application")}, their history and the record of ${counted(mails, "mail")}.\nAccounts stay; \`npx prelaunch erase\` removes a person's. Mails in the inbox folder and at your mail provider, backups and earlier exports cannot be erased by this command.${await asideText(context)}`,
  );
}
