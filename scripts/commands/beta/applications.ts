import * as v from "valibot";
import { type Role, roles } from "../../../server/contract/limits.ts";
import { applicationStatuses, type ApplicationStatus } from "../../../server/contract/statuses.ts";
import type { BetaApplicationRow } from "../../../server/supabase/schema.ts";
import { callError, callFunction, dataOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";

const form = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  company: v.nullable(v.string()),
  role: v.picklist(roles),
  reason: v.string(),
  status: v.picklist(applicationStatuses),
  created_at: v.string(),
  reviewed_at: v.nullable(v.string()),
} satisfies Record<keyof BetaApplicationRow, v.GenericSchema>);

/** An application in its present state. */
export type Application = v.InferOutput<typeof form>;

const eventForm = v.object({
  id: v.string(),
  created_at: v.string(),
  actor: v.string(),
  from_status: v.nullable(v.picklist(applicationStatuses)),
  to_status: v.picklist(applicationStatuses),
  note: v.nullable(v.string()),
});

/** A change of an application's status, or a note. */
export type ApplicationEvent = v.InferOutput<typeof eventForm>;

/** Which applications: with a status, of a role, sent before a time. */
export interface Wanted {
  status: ApplicationStatus;
  role?: Role | undefined;
  before?: string | undefined;
}

/** Most rows per call. */
const pageSize = 500;

/**
 * Applications of a status in pages: pending ones oldest first, the others newest first.
 * @param after the application to continue after
 * @param most rows of a page, at least 1
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function* pagesOf(
  context: BackendContext,
  wanted: Wanted,
  { after, most = pageSize }: { after?: Application | undefined; most?: number } = {},
): AsyncGenerator<Application[]> {
  const size = Math.min(most, pageSize);
  for (let last = after; ;) {
    if (context.signal.aborted) throw interruptedError();
    const key = last === undefined ? {} : { after: { created_at: last.created_at, id: last.id } };
    const request = JSON.stringify({ ...wanted, ...key, most: size });
    const page = v.parse(v.array(form), await callFunction(context, "application_page", { request }));
    if (page.length > 0) yield page;
    if (page.length < size) return;
    last = page.at(-1);
  }
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
export async function findApplication({ supabase, signal }: BackendContext, text: string): Promise<Application> {
  const given = text.trim().toLowerCase();
  const first = given + lowest.slice(given.length);
  if (given.length < shortest || !uuid.test(first))
    throw new CliError("usage", `Neither the id of an application nor the beginning of one: ${JSON.stringify(text)}`, {
      hint: `Give at least ${shortest} characters of an id; npx prelaunch beta list shows them.`,
    });
  const last = given + lowest.replaceAll("0", "f").slice(given.length);
  const query = supabase.from("beta_applications").select("*").gte("id", first).lte("id", last).order("id");
  const found = v.parse(v.array(form), await dataOf(query.limit(mostNamed + 1).retry(false), signal));
  const [only, another] = found;
  if (!only) throw new CliError("failed", `There is no application ${given}.`);
  if (another) {
    const more = found.length > mostNamed ? ", and more" : "";
    const names = found.slice(0, mostNamed).map(({ id }) => id);
    throw new CliError("failed", `Several applications begin with ${given}: ${names.join(", ")}${more}.`);
  }
  return only;
}

/**
 * The history of an application, oldest first.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function eventsOf({ supabase, signal }: BackendContext, id: string): Promise<ApplicationEvent[]> {
  const columns = "id, created_at, actor, from_status, to_status, note";
  const events: ApplicationEvent[] = [];
  for (;;) {
    const query = supabase.from("beta_application_events").select(columns, { count: "exact" }).eq("application_id", id);
    const ordered = query
      .order("created_at")
      .order("id")
      .range(events.length, events.length + pageSize - 1);
    const answer = await ordered.retry(false);
    if (answer.error || answer.count === null) throw callError(answer, signal);
    const page = v.parse(v.array(eventForm), answer.data);
    events.push(...page);
    // Counted, as a project may answer fewer rows than were asked for.
    if (page.length === 0 || events.length >= answer.count) return events;
  }
}
