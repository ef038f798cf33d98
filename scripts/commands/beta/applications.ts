import { replyWithin } from "../../../server/contract/reply.ts";
import type { Role } from "../../../server/contract/limits.ts";
import { applicationStatuses, type ApplicationStatus } from "../../../server/contract/statuses.ts";
import type { ApplicationEventRow, BetaApplicationRow } from "../../../server/supabase/schema.ts";
import { count } from "../../cli/amounts.ts";
import { beyond, type Data, dataOf, type Key, pages, pageSize } from "../../cli/data.ts";
import { CliError } from "../../cli/errors.ts";
import { type Messages, writeMessage } from "../../cli/io.ts";

/** An application in its present state. */
export type Application = BetaApplicationRow;

/** A change of an application's status, or a note. */
export type ApplicationEvent = Omit<ApplicationEventRow, "application_id">;

/** Options that choose applications, as commander gives them; `olderThan` in ms. */
export interface ApplicationFilter {
  status?: ApplicationStatus | "all";
  role?: Role;
  overdue?: true;
  olderThan?: number;
}

/** Applications with a status, of a role, sent before a time. */
export interface Wanted {
  status: ApplicationStatus;
  role?: Role | undefined;
  before?: string | undefined;
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
  const ascending = status === "pending";
  let query = supabase.from("beta_applications").select("*").eq("status", status);
  if (role !== undefined) query = query.eq("role", role);
  if (before !== undefined) query = query.lt("created_at", before);
  if (after && ascending) query = query.gte("created_at", after.created_at).or(beyond(after));
  if (after && !ascending)
    query = query.lte("created_at", after.created_at).or(beyond(after).replaceAll(".gt.", ".lt."));
  return query.order("created_at", { ascending }).order("id", { ascending }).limit(most).retry(false);
}

const lowest = "00000000-0000-0000-0000-000000000000";
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** Fewest characters of an id that may be given, as in git. */
const shortest = 4;

/** Most applications that are listed when several ids begin with the given text. */
const mostNamed = 5;

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
  const found = await dataOf(query.limit(mostNamed + 1).retry(false), signal);
  const [only, another] = found;
  if (!only) throw new CliError("failed", `There is no application ${given}.`);
  if (!another) return only;
  const names = found.slice(0, mostNamed).map(({ id }) => id);
  const more = found.length > mostNamed ? ", and more" : "";
  throw new CliError("failed", `Several applications begin with ${given}: ${names.join(", ")}${more}.`);
}

/**
 * The history of an application, oldest first.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function eventsOf({ supabase, signal }: Data, id: string): Promise<ApplicationEvent[]> {
  const events: ApplicationEvent[] = [];
  const columns = "id, created_at, actor, from_status, to_status, note";
  for await (const page of pages(signal, (after) => {
    const query = supabase.from("beta_application_events").select(columns).eq("application_id", id);
    const rest = after ? query.gte("created_at", after.created_at).or(beyond(after)) : query;
    return rest.order("created_at").order("id").limit(pageSize).retry(false);
  }))
    events.push(...page);
  return events;
}

/** Something that could not be done to one of several. */
export interface Failure {
  id: string;
  error: CliError;
}

/**
 * Does something to each of several items; a failure of one does not stop the others.
 * @throws CliError where the backend cannot be reached, is not set up for it, or the person stops it.
 */
export async function eachOf<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  work: (item: T) => Promise<void>,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (!(error instanceof CliError) || (error.code !== "failed" && error.code !== "usage")) throw error;
      failures.push({ id: idOf(item), error });
    }
  }
  return failures;
}

/**
 * Names on stderr what could not be done to some of several.
 * @throws CliError `failed` when there are failures; where only one thing was named, its own error.
 */
export function report(io: Messages, failures: readonly Failure[], named: number, what: string): void {
  const [only] = failures;
  if (!only) return;
  if (named === 1) throw only.error;
  for (const { error } of failures) writeMessage(io, error.message);
  throw new CliError("failed", `${count(failures.length)} of ${count(named)} could not be ${what}.`);
}
