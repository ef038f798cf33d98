import { counted, longSpan } from "../../../server/lib/amounts.ts";
import { type BackendContext, webhookSettings } from "../../cli/context.ts";
import { countOf, dataOf } from "../../cli/data.ts";
import { type Finding, ok, wrong } from "../../../server/launch/finding.ts";

/** Longest time that an event may wait, in ms. */
const longestWait = 15 * 60_000;

/** Does the webhook's receiver take the events? @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export async function checkWebhook(context: BackendContext): Promise<Finding[]> {
  const { supabase, signal, clock, settings, runs } = context;
  const events = () => supabase.from("webhook_events");
  const failed = await countOf(
    events().select("id", { count: "exact", head: true }).not("failed_at", "is", null),
    signal,
  );
  const [oldest] = await dataOf(
    events().select("created_at, last_error").is("failed_at", null).order("created_at").limit(1),
    signal,
  );
  const findings: Finding[] = [];
  const again = "See that it answers: npx prelaunch webhook test";
  const age = oldest ? clock().getTime() - Date.parse(oldest.created_at) : 0;
  if (oldest && age > longestWait) {
    const why = oldest.last_error === null ? "no backend with WEBHOOK_URL runs" : oldest.last_error;
    findings.push(wrong("webhook", `An event has waited for ${longSpan(age)} (${why}).`, again));
  }
  if (failed > 0)
    findings.push(
      wrong(
        "webhook",
        `${counted(failed, "event")} failed.`,
        "Which: npx prelaunch webhook failed; once it answers: npx prelaunch webhook failed --retry",
      ),
    );
  if (findings.length > 0 || !(runs ? runs.webhook : webhookSettings(settings))) return findings;
  return [ok("webhook", "Its receiver takes the events.")];
}
