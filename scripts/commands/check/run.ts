import { checkBackend } from "../../checks/backend/backend.ts";
import { checkEnvironment } from "../../checks/backend/environment.ts";
import { type Finding, wrong } from "../../checks/finding.ts";
import { report } from "../../checks/report.ts";
import { checkSite, exportFolder } from "../../checks/site/site.ts";
import { addressOfSite } from "../../../server/settings/pathOfSite.ts";
import type { BackendContext, Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { withPassingLine } from "../../cli/passingLine.ts";

/** Options of `check`, as commander gives them. */
export interface CheckOptions {
  json?: true;
  /** False with `--no-browser`. */
  browser: boolean;
  /** Longest wait for one answer, in seconds. */
  timeout: number;
}

const lookAtSite = (
  context: Context,
  target: string | undefined,
  { browser, timeout }: CheckOptions,
): Promise<Finding[]> =>
  withPassingLine(
    context,
    "Checking the site",
    checkSite(context, target, {
      browser,
      timeout: timeout * 1000,
      // An export in another folder may have been built with other settings.
      intended: target === undefined ? addressOfSite(context.settings) : undefined,
    }),
  );

/**
 * `check site`: says on stdout what is wrong with an export, in a folder or published.
 * @throws CliError `failed` when something is wrong, `usage` when there is no export, `unreachable` when no host answers.
 */
export async function checkPublished(
  context: Context,
  target: string | undefined,
  options: CheckOptions,
): Promise<void> {
  await report(context, await lookAtSite(context, target, options), {
    json: options.json,
    target: target ?? exportFolder,
  });
}

/**
 * `check backend`: says on stdout what is wrong with settings, backend and data.
 * @throws CliError `failed` when something is wrong, `unreachable` when the backend is.
 */
export async function checkBackendAlone(context: BackendContext, { json }: CheckOptions): Promise<void> {
  const { findings, outage } = await lookAtBackend(context);
  await reportOutage(outage, report(context, findings, { json }));
}

/**
 * `check`: both, the site being the export of the project.
 * @throws CliError as `check backend` does.
 */
export async function checkAll(context: BackendContext, options: CheckOptions): Promise<void> {
  const { findings, outage } = await lookAtBackend(context);
  const site = await lookAtSite(context, undefined, options).catch((error: unknown) => {
    if (!(error instanceof CliError) || error.code !== "usage") throw error;
    return [wrong("export", error.message, error.hint ?? "")];
  });
  await reportOutage(outage, report(context, [...findings, ...site], { json: options.json, target: exportFolder }));
}

/** The findings, and the error where the backend cannot be reached. */
async function lookAtBackend(context: BackendContext): Promise<{ findings: Finding[]; outage?: CliError }> {
  const environment = checkEnvironment(context);
  try {
    return { findings: [...environment, ...(await checkBackend(context))] };
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== "unreachable") throw error;
    return {
      findings: [...environment, wrong("backend", error.message, error.hint ?? restart(context))],
      outage: error,
    };
  }
}

/** Ends the command with the outage, if there is one, instead of the error that something is wrong. */
async function reportOutage(outage: CliError | undefined, reported: Promise<void>): Promise<void> {
  await reported.catch((error: unknown) => {
    throw outage ?? error;
  });
}

const restart = ({ embedded }: BackendContext): string =>
  embedded
    ? "The stack restarts its database within seconds: npx prelaunch check. If it stays away, restart the stack: npm start"
    : "See whether the project is paused or restarting: https://supabase.com/dashboard/projects";
