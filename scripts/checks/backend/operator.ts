import type { BackendContext } from "../../cli/session/context.ts";
import { dataOf } from "../../data/calls.ts";
import { type Finding, ok, warning, wrong } from "../../../server/launch/finding.ts";

/**
 * Checks that a person hears of trouble, and that the mails about it arrive.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function checkOperator(context: BackendContext): Promise<Finding[]> {
  const { supabase, signal, embedded, runs, settings } = context;
  // A running stack is judged by the settings that it runs with.
  const address = runs ? runs.mail?.operator : settings.OPERATOR_EMAIL?.value;
  const apply = embedded ? "start the stack again: npm start" : "npx prelaunch deploy";
  if (address === undefined)
    return [
      warning(
        "operator",
        "OPERATOR_EMAIL is not set: nobody would be told of trouble, such as a wave that stopped itself.",
        `Set it to your address, then ${apply} (docs/mail.md).`,
      ),
    ];
  if (!embedded && !settings.MAIL_SCHEDULE_SECRET)
    return [
      warning(
        "operator",
        "OPERATOR_EMAIL is set, but not MAIL_SCHEDULE_SECRET, without which the database cannot have the mails made.",
        "Set it here and in the database (docs/mail.md).",
      ),
    ];
  const told = supabase
    .from("email_outbox")
    .select("failed_at, bounced_at")
    .in("kind", ["operator-digest", "operator-alert"]);
  const [last] = await dataOf(told.order("created_at", { ascending: false }).limit(1), signal);
  if (last && (last.failed_at ?? last.bounced_at) !== null)
    return [
      wrong(
        "operator",
        `The last mail to ${address} did not arrive.`,
        "See whether OPERATOR_EMAIL is right, and npx prelaunch mail status",
      ),
    ];
  return [ok("operator", `${address} is told each morning how the launch stands, and at once of trouble.`)];
}
