import { type ApplicationStatus, applicationStatuses, replyWithin, type Role } from "../../server/contract/limits.ts";
import type { BetaApplicationRow } from "../../server/supabase/schema.ts";
import { type Data, dataOf, type Key, keyset, newestFirst, oldestFirst, pageSize, placeOf } from "../cli/data.ts";
import { CliError } from "../cli/errors.ts";

/** An application in its present state. */
export type Application = BetaApplicationRow;

/** Options that choose applications, as commander gives them; `olderThan` in ms. */
export interface ApplicationFilter {
  status?: ApplicationStatus | "all";
  role?: Role;
  overdue?: true;
  olderThan?: number;
}

/** Applications with a status, of a role, sent before a time. */
interface Wanted {
  status: ApplicationStatus;
  role: Role | undefined;
  before: string | undefined;
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

/** The query for at most `most` applications after a key: pending ones oldest first, others newest first. */
export function applicationsOf(
  { supabase }: Data,
  { status, role, before }: Wanted,
  after: Key | undefined,
  most = pageSize,
) {
  let query = supabase.from("beta_applications").select("*").eq("status", status);
  if (role !== undefined) query = query.eq("role", role);
  if (before !== undefined) query = query.lt("created_at", before);
  return keyset(query, status === "pending" ? oldestFirst : newestFirst, placeOf(after)).limit(most);
}

const lowest = "00000000-0000-0000-0000-000000000000";
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** Fewest characters of an id that may be given, as in git. */
const shortest = 4;

/**
 * Finds the application that an id or its beginning names.
 * @throws CliError `usage` when the text cannot be one, `failed` when no id or several begin with it, `unreachable`.
 */
export async function findApplication({ supabase, signal }: Data, text: string): Promise<Application> {
  const given = text.trim().toLowerCase();
  const first = given + lowest.slice(given.length);
  if (given.length < shortest || !uuid.test(first))
    throw new CliError("usage", `Neither the id of an application nor the beginning of one: ${JSON.stringify(text)}`, {
      hint: `Give at least ${shortest} characters of an id; npx prelaunch beta list shows them.`,
    });
  const last = given + lowest.replaceAll("0", "f").slice(given.length);
  const query = supabase.from("beta_applications").select("*").gte("id", first).lte("id", last).order("id");
  const [only, another] = await dataOf(query.limit(2), signal);
  if (!only) throw new CliError("failed", `There is no application ${given}.`);
  if (another)
    throw new CliError("failed", `Several applications begin with ${given}, such as ${only.id} and ${another.id}.`);
  return only;
}

/** The applications that ids or their beginnings name, each once. @throws CliError as {@link findApplication}. */
export async function findApplications(data: Data, ids: readonly string[]): Promise<Application[]> {
  const found = new Map<string, Application>();
  for (const text of ids) {
    const application = await findApplication(data, text);
    found.set(application.id, application);
  }
  return [...found.values()];
}

/**
 * The history of an application, oldest first.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export function eventsOf({ supabase, signal }: Data, id: string) {
  const columns = "id, created_at, actor, from_status, to_status, note";
  const query = supabase.from("beta_application_events").select(columns).eq("application_id", id);
  return dataOf(query.order("created_at").order("id"), signal);
}

/**
 * Does what the state of an application may forbid; returns the refusal, if there is one.
 * @throws CliError where the backend cannot be reached or is not set up for it, or the person stops it.
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
