import type { Role } from "../../../server/contract/limits.ts";
import { type ApplicationStatus, applicationStatuses } from "../../../server/contract/statuses.ts";
import { replyWithin } from "../../../server/contract/reply.ts";
import { CliError } from "../../cli/errors.ts";
import type { Wanted } from "./applications.ts";

/** Options that choose applications, as commander gives them; `olderThan` in ms. */
export interface ApplicationFilter {
  status?: ApplicationStatus | "all";
  role?: Role;
  overdue?: true;
  olderThan?: number;
}

/**
 * What the options ask for, one entry per status: the pending come first, as applicants wait for them.
 * @throws CliError `usage` when the options contradict each other.
 */
export function selected({ status = "pending", role, overdue, olderThan }: ApplicationFilter, now: Date): Wanted[] {
  if (overdue && status !== "pending")
    throw new CliError("usage", `--overdue is for pending applications, and --status ${status} asks for others.`);
  const age = Math.max(olderThan ?? 0, overdue ? replyWithin : 0);
  const before = age > 0 ? new Date(now.getTime() - age).toISOString() : undefined;
  const wanted = status === "all" ? applicationStatuses : [status];
  return wanted.map((one) => ({ status: one, role, before }));
}
