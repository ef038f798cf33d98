import {
  type ApplicationStatus,
  applicationStatuses,
  replyWithin,
  type Role,
} from "../../../server/contract/limits.ts";
import type { Data } from "../../data/calls.ts";
import { CliError } from "../../data/errors.ts";
import { type Application, type ApplicationFilter, findApplication } from "../../operator/applications.ts";

/** The options that choose applications; `olderThan` is in ms. */
export interface ChoiceOptions {
  status?: ApplicationStatus | "all";
  role?: Role;
  overdue?: true;
  olderThan?: number;
}

/**
 * Turns the options into filters, one per status. Pending applications come first, because applicants wait for
 * them.
 * @throws CliError `usage` when the options contradict each other.
 */
export function chosen(
  { status = "pending", role, overdue, olderThan }: ChoiceOptions,
  now: Date,
): (ApplicationFilter & { status: ApplicationStatus })[] {
  if (overdue && status !== "pending")
    throw new CliError("usage", `--overdue is for pending applications, and --status ${status} asks for others.`);
  const age = Math.max(olderThan ?? 0, overdue ? replyWithin : 0);
  const until = age > 0 ? new Date(now.getTime() - age) : undefined;
  return (status === "all" ? applicationStatuses : [status]).map((one) => ({ status: one, role, until }));
}

/** The applications that ids or their beginnings name, each once. @throws CliError as `findApplication`. */
export async function findApplications(data: Data, ids: readonly string[]): Promise<Application[]> {
  const found = new Map<string, Application>();
  for (const text of ids) {
    const application = await findApplication(data, text);
    found.set(application.id, application);
  }
  return [...found.values()];
}

/**
 * Runs a change that the state of an application may forbid, and returns the refusal, if there is one.
 * @throws CliError when the backend cannot be reached or is not set up for it, or the operator stops the command.
 */
export async function refusalOf(work: () => Promise<void>): Promise<CliError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof CliError && (error.code === "failed" || error.code === "usage")) return error;
    throw error;
  }
}
