import { type Finding, ok, shown } from "../../../server/launch/finding.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { readLaunch } from "../../operator/launch.ts";
import { webhookSettings } from "../../cli/session/settings.ts";

/** Checks how the launch stands. @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export async function checkLaunch(context: BackendContext): Promise<Finding[]> {
  const { settings, runs } = context;
  const findings = (await readLaunch(context)).findings.map(shown);
  const hears = !findings.some(({ check }) => check === "webhook") && (runs ? runs.webhook : webhookSettings(settings));
  return hears ? [...findings, ok("webhook", "Its receiver takes the events.")] : findings;
}
