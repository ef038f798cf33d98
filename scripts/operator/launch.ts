import * as v from "valibot";
import { replyWithinHours } from "../../server/contract/limits.ts";
import { hostReport } from "../../server/embedded/stack/hostReport.ts";
import type { LaunchFinding } from "../../server/launch/finding.ts";
import { launchFindings } from "../../server/launch/findings.ts";
import { launchReport, type LaunchReport } from "../../server/launch/launchReport.ts";
import { callFunction, type Data } from "../cli/data.ts";

/** How the launch stands: its numbers, and what they mean. */
export interface Launch {
  report: LaunchReport;
  findings: LaunchFinding[];
}

/** What is needed to read how the launch stands: of an embedded stack also its folder, and what it runs with if it runs. */
export interface LaunchPlace extends Data {
  clock: () => Date;
  embedded: boolean;
  settings: { DATA_FOLDER: { value: string } };
  runs?: object;
}

/** Reads how the launch stands. @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export async function readLaunch(place: LaunchPlace): Promise<Launch> {
  const { embedded, settings, runs, clock } = place;
  const report = v.parse(launchReport, await callFunction(place, "launch_report", { reply_hours: replyWithinHours }));
  const host = embedded ? { ...(await hostReport(settings.DATA_FOLDER.value)), runs: runs !== undefined } : undefined;
  return { report, findings: launchFindings(report, host, clock()) };
}
