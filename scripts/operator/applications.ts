import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { lengthOf, tidyProse } from "../../server/contract/characters.ts";
import {
  type ApplicationStatus,
  applicationStatuses,
  decisionWait,
  longestNote,
  replyWithinHours,
  type Role,
} from "../../server/contract/limits.ts";
import { betaColumns, type BetaApplicationRow } from "../../server/supabase/schema.ts";
import { callFunction, countOf, type Data, dataOf, functionCall } from "../data/calls.ts";
import { CliError } from "../data/errors.ts";
import {
  allRows,
  counting,
  firstRows,
  type Key,
  keyset,
  newestFirst,
  oldestFirst,
  pageSize,
  selection,
  type Span,
} from "./pages.ts";

export type Application = BetaApplicationRow;

/** Filters applications, also by the time they were made. An empty filter lets all of them through. */
export interface ApplicationFilter extends Span {
  status?: ApplicationStatus | undefined;
  role?: Role | undefined;
}

/** The applications that a filter lets through. */
function filtered<T>(data: Data, filter: ApplicationFilter, columns: readonly string[], how?: typeof counting) {
  const { status, role } = filter;
  let query = selection<T>(data, "beta_applications", columns, filter, how);
  if (status !== undefined) query = query.eq("status", status);
  if (role !== undefined) query = query.eq("role", role);
  return query;
}

/** Counts the applications that a filter lets through. @throws CliError as `dataOf` does. */
export const countApplications = (data: Data, filter: ApplicationFilter): Promise<number> =>
  countOf(filtered(data, filter, [], counting), data.signal);

/**
 * Reads chosen columns and the key of all applications that a filter lets through, oldest first.
 * @throws CliError as `dataOf` does.
 */
export const allApplications = <T>(
  data: Data,
  filter: ApplicationFilter,
  columns: readonly string[],
): AsyncGenerator<(Key & T)[]> => allRows(data.signal, () => filtered<T>(data, filter, columns));

/**
 * Reads at most `most` applications: pending ones oldest first, others newest first.
 * @throws CliError as `dataOf` does.
 */
export const applicationsOf = (
  data: Data,
  filter: ApplicationFilter & { status: ApplicationStatus },
  most = pageSize,
): Promise<Application[]> =>
  firstRows<Application>(data.signal, { most }, (after) =>
    keyset(
      filtered<Application>(data, filter, betaColumns),
      filter.status === "pending" ? oldestFirst : newestFirst,
      after,
    ),
  );

const lowest = "00000000-0000-0000-0000-000000000000";
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

/** The shortest beginning of an id that is accepted, as in git. */
const shortest = 4;

/**
 * Finds the application that an id or its beginning names.
 * @throws CliError `usage` when the text cannot be one, `failed` when no id or several begin with it, `unreachable`.
 */
export async function findApplication({ supabase, signal }: Data, text: string): Promise<Application> {
  const given = text.trim().toLowerCase();
  const first = given + lowest.slice(given.length);
  if (given.length < shortest || !uuid.test(first))
    throw new CliError(
      "usage",
      `This is neither the id of an application nor the beginning of one: ${JSON.stringify(text)}`,
      {
        hint: `Give at least ${shortest} characters of an id; npx prelaunch beta list shows them.`,
      },
    );
  const last = given + lowest.replaceAll("0", "f").slice(given.length);
  const query = supabase.from("beta_applications").select("*").gte("id", first).lte("id", last).order("id");
  const [only, another] = await dataOf(query.limit(2), signal);
  if (!only) throw new CliError("failed", `There is no application ${given}.`);
  if (another)
    throw new CliError("failed", `Several applications begin with ${given}, such as ${only.id} and ${another.id}.`);
  return only;
}

/**
 * Reads the history of an application, oldest first.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export function eventsOf({ supabase, signal }: Data, id: string) {
  const columns = "id, created_at, actor, from_status, to_status, note";
  const query = supabase.from("beta_application_events").select(columns).eq("application_id", id);
  return dataOf(query.order("created_at").order("id"), signal);
}

/** A change of an application's status, or a note alone. */
interface Review {
  decision?: ApplicationStatus | undefined;
  actor: string;
  note?: string | undefined;
  /** The name of the application in the error about a conflict; by default the beginning of its id. */
  called?: string;
  dryRun?: boolean;
}

const outcomeForm = v.object({
  status: v.picklist(applicationStatuses),
  /** The decision of the last mail that went to the applicant. */
  last_mailed: v.nullable(v.picklist(applicationStatuses)),
  /** Whether a mail about the status is queued. */
  mail_queued: v.boolean(),
  /** The reason why the applicant gets no mail: their address bounced, or they complained. */
  unreachable: v.nullable(v.string()),
});

/** The result of a change; `before` if the same operator had made this decision already, so that nothing changed. */
export type ReviewOutcome = v.InferOutput<typeof outcomeForm> & { before?: true };

/** The database's code for HTTP 409: the application's status does not allow the change. */
const conflict = "PT409";

/** A key like those of the database's new_id(): the time in milliseconds, then random bits. */
const eventId = (): string =>
  Date.now().toString(16).padStart(12, "0").replace(/^.{8}/u, "$&-") + `-7${randomUUID().slice(15)}`;

/**
 * Changes an application through the only database function that can. The mail about a decision waits, so that no
 * mail is sent about a decision that is soon undone.
 * @throws CliError `failed` with who decided and when, if the status does not allow the change; `unreachable`,
 *   `interrupted`.
 */
export async function review(
  data: Data,
  id: string,
  { decision, actor, note, called = id.slice(0, 8), dryRun = false }: Review,
): Promise<ReviewOutcome> {
  const answer = await functionCall(data, "review_application", {
    application: id,
    // The id is made once, so that a call that is repeated after a lost answer changes nothing twice.
    event: eventId(),
    actor,
    mail_after_seconds: decisionWait,
    dry_run: dryRun,
    ...(decision === undefined ? {} : { decision }),
    ...(note === undefined ? {} : { note }),
  });
  if (answer.error?.code !== conflict) return v.parse(outcomeForm, await dataOf(Promise.resolve(answer), data.signal));
  const last = (await eventsOf(data, id)).findLast(({ from_status: from, to_status: to }) => from !== to);
  if (decision !== undefined && last?.actor === actor && last.to_status === decision)
    return { status: decision, last_mailed: null, mail_queued: false, unreachable: null, before: true };
  throw new CliError("failed", `${called}: ${answer.error.message}`, { cause: answer.error });
}

/** A note in the form that is stored. @throws CliError `usage` when it is too long. */
export function tidyNote(text: string | undefined): string | undefined {
  const note = tidyProse(text ?? "");
  if (lengthOf(note) > longestNote)
    throw new CliError("usage", `A note has at most ${longestNote} characters; this one has ${lengthOf(note)}.`);
  return note === "" ? undefined : note;
}

/** Applications by role and status, and how well the promised reply time is kept, as `review_report` has them. */
const reviewReport = v.object({
  applications: v.array(v.object({ role: v.string(), status: v.string(), count: v.number() })),
  review: v.object({
    pending: v.number(),
    /** The number of applications that have been pending for longer than `replyWithinHours`. */
    overdue: v.number(),
    oldest_pending_at: v.nullable(v.string()),
    /** The number of applications that are answered or overdue. */
    to_be_answered: v.number(),
    /** The number of applications that were answered within `replyWithinHours`. */
    in_time: v.number(),
    /** The median time until the answer, in s. */
    median_seconds: v.nullable(v.number()),
  }),
});

export type ReviewReport = v.InferOutput<typeof reviewReport>;

/** Reads the report about applications made in a span, ISO 8601. @throws CliError as `dataOf` does. */
export async function readReviewReport(
  data: Data,
  span: { since?: string; until?: string } = {},
): Promise<ReviewReport> {
  return v.parse(reviewReport, await callFunction(data, "review_report", { reply_hours: replyWithinHours, ...span }));
}

/**
 * The number of applications in one call. Even with a million in the table, a call stays far below the 8 s of a
 * hosted project.
 */
const batchSize = 2000;

const erased = v.object({ beta_applications: v.number(), email_outbox: v.number() });

/**
 * Counts all applications up to the newest one, and the pending ones among them; undefined when there are none.
 * @throws CliError as `dataOf` does.
 */
export async function applicationsSoFar({ supabase, signal }: Data) {
  const newest = supabase.from("beta_applications").select("created_at").order("created_at", { ascending: false });
  const until = (await dataOf(newest.limit(1), signal))[0]?.created_at;
  if (until === undefined) return undefined;
  const all = () => supabase.from("beta_applications").select("*", counting).lte("created_at", until);
  return { until, total: await countOf(all(), signal), pending: await countOf(all().eq("status", "pending"), signal) };
}

/**
 * Erases the applications made until a time, with their history and mails; `at` is called with the number so far.
 * It can be repeated after any interruption.
 * @throws CliError as `dataOf` does; what was erased before stays erased.
 */
export async function eraseApplications(
  data: Data,
  until: string,
  at: (erased: number) => void,
): Promise<{ applications: number; mails: number }> {
  const sum = { applications: 0, mails: 0 };
  for (let page = batchSize; page === batchSize;) {
    const answer = v.parse(
      erased,
      await callFunction(data, "erase_applications", { made_until: until, most: batchSize }),
    );
    page = answer.beta_applications;
    sum.mails += answer.email_outbox;
    at((sum.applications += page));
  }
  return sum;
}
