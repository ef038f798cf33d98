import type { Command } from "commander";
import * as v from "valibot";
import { trappedDays } from "../../server/contract/limits.ts";
import { counted } from "../cli/amounts.ts";
import { examples } from "../cli/arguments.ts";
import { type BackendContext, type Host, onBackend } from "../cli/context.ts";
import { callFunction, type Data, dataOf } from "../cli/data.ts";
import { CliError } from "../cli/errors.ts";
import { say, write } from "../cli/io.ts";
import { table } from "../cli/table.ts";
import { printableJson } from "../cli/terminalText.ts";
import { requireAddress } from "../files/addresses.ts";

interface TrappedOptions {
  add?: string;
  json?: true;
}

/** Most forms that are listed; bots may have sent thousands. */
const mostListed = 1000;

/** `prelaunch trapped`: forms sent with the field that people do not see, of which one may be a person's. */
export function defineTrapped(program: Command, host: Host): void {
  program
    .command("trapped")
    .summary("list forms that a machine seems to have filled in")
    .description(
      `Lists the forms of the last ${trappedDays} days that were sent with the hidden field filled in, the newest first. A program did that, or the form filler of a person, who was told that it worked. Nobody of them is on the list or was mailed.`,
    )
    .option("--add <email>", "put a person among them on the waitlist, with the usual mail to confirm")
    .option("--json", "as JSON")
    .addHelpText("after", examples("trapped", "trapped --add ada@example.com"))
    .action((options: TrappedOptions, command: Command) =>
      onBackend(host, command, async (context) =>
        options.add === undefined
          ? listTrapped(context, options)
          : say(context, await joinTrapped(context, options.add)),
      ),
    );
}

/** The newest trapped forms. @throws CliError as `dataOf` does. */
export function trappedForms({ supabase, signal }: Data) {
  const newest = supabase
    .from("trapped_submissions")
    .select("email, form, created_at, source")
    .order("created_at", { ascending: false })
    .order("id")
    .limit(mostListed);
  return dataOf(newest, signal);
}

/** Lists trapped forms on stdout. @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
async function listTrapped(context: BackendContext, { json }: TrappedOptions): Promise<void> {
  const forms = await trappedForms(context);
  if (json) return write(context.out, printableJson(forms));
  if (forms.length === 0) return say(context, "No form was sent with the hidden field.");
  const rows = forms.map(({ email, form, created_at, source }) => [
    created_at.slice(0, 16).replace("T", " "),
    form,
    email,
    source ?? "",
  ]);
  await write(context.out, `${table([["time (UTC)", "form", "address", "source"], ...rows])}\n`);
  if (forms.length === mostListed) say(context, `Only the newest ${counted(mostListed, "form")} are shown.`);
}

const outcomeOf = v.object({ outcome: v.string() });

/** A bucket that is nobody's, as the operator has no limit. */
const bucket = `operator:${"0".repeat(64)}`;

/**
 * Puts somebody whose form was trapped on the waitlist, as their own sign-up would have: they get the mail that asks them to confirm. It can
 * be repeated. Returns what came of it, in words.
 * @throws CliError `usage` when `address` is none, `failed` when no trapped form has it, or mail to it came back.
 */
export async function joinTrapped({ supabase, signal }: Data, address: string): Promise<string> {
  const email = requireAddress(address);
  const kept = await dataOf(supabase.from("trapped_submissions").select("source").eq("email", email), signal);
  if (kept.length === 0)
    throw new CliError("failed", "No form with the hidden field was sent with this address.", {
      hint: "List them: npx prelaunch trapped",
    });
  const source = kept.find((form) => form.source !== null)?.source;
  const limits = { bucket, burst: 1_000_000, seconds_per_request: 1, trapped: false };
  const answer = await callFunction({ supabase, signal }, "join_waitlist", {
    email,
    ...(source ? { source } : {}),
    ...limits,
  });
  const { outcome } = v.parse(outcomeOf, answer);
  if (outcome === "mail_returned")
    throw new CliError("failed", "Mail to this address came back, or its owner complained. Nobody was added.");
  if (outcome === "already_subscribed") return "This person is on the waitlist already.";
  if (outcome !== "joined") throw new CliError("failed", `The backend answered "${outcome}". Nobody was added.`);
  return "Added to the waitlist. A mail that asks to confirm is on its way.";
}
