import * as v from "valibot";
import { replyWithinHours } from "../../server/contract/limits.ts";
import { hostReport } from "../../server/embedded/stack/hostReport.ts";
import type { LaunchFinding } from "../../server/launch/finding.ts";
import { launchFindings } from "../../server/launch/findings.ts";
import { senderFindings } from "../../server/launch/mailFindings.ts";
import { launchReport, senderReport, type LaunchReport } from "../../server/launch/launchReport.ts";
import { callFunction, type Data } from "../data/calls.ts";

/** How the launch stands: its numbers, and what they mean. */
export interface Launch {
  report: LaunchReport;
  findings: LaunchFinding[];
}

/**
 * What is needed to read how the launch stands. An embedded stack adds its folder and, if it runs, the settings
 * that it runs with.
 */
export interface LaunchPlace extends Data {
  clock: () => Date;
  embedded: boolean;
  settings: { DATA_FOLDER: { value: string } };
  runs?: object;
}

/**
 * Reads why no mail leaves, starting with the cause; empty while mails leave.
 * @throws CliError as {@link readLaunch}.
 */
export const readSender = async (place: Data & Pick<LaunchPlace, "clock">): Promise<LaunchFinding[]> =>
  senderFindings(v.parse(senderReport, await callFunction(place, "sender_report", {})), place.clock());

/** Reads how the launch stands. @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export async function readLaunch(place: LaunchPlace): Promise<Launch> {
  const { embedded, settings, runs, clock } = place;
  const report = v.parse(launchReport, await callFunction(place, "launch_report", { reply_hours: replyWithinHours }));
  const host = embedded ? { ...(await hostReport(settings.DATA_FOLDER.value)), runs: runs !== undefined } : undefined;
  return { report, findings: launchFindings(report, host, clock()) };
}
