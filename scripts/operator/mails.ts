import * as v from "valibot";
import type { TroubledMail } from "../../server/contract/deskMails.ts";
import { columnWords } from "../../server/supabase/schema.ts";
import { callFunction, type Data, dataOf, done, functionCall } from "../cli/data.ts";
import { keyset, oldestFirst, pageSize, type Place } from "./pages.ts";

const counts = v.record(v.string(), v.number());

const report = v.object({
  queued: v.number(),
  /** Of them to the list, confirmations of a wave included. */
  queued_to_list: v.number(),
  due: v.number(),
  leased: v.number(),
  oldest_due_seconds: v.nullable(v.number()),
  queued_kinds: counts,
  /** Whether the mails to the list are paused, and by whom or what. */
  paused: v.boolean(),
  pause_reason: v.nullable(v.picklist(columnWords.system_times.reason)),
  /** What became of the current wave: how many mails were sent or refused at once, bounced, and complained about. */
  list: v.object({ sent: v.number(), bounced: v.number(), complained: v.number() }),
  /** Mails a second to the list in the last minute; null where fewer than twenty were sent. */
  pace: v.nullable(v.number()),
  /** How long the oldest due mail has been due, in s: among mails that somebody asked for, and among those to the list. */
  overdue_asked_seconds: v.nullable(v.number()),
  overdue_list_seconds: v.nullable(v.number()),
  /** Queued mails that are retried, by the code of their last failure. */
  errors: counts,
  /** Mails that failed, or need not be sent any more, by reason. */
  failed: counts,
  /** Mails sent in the last 30 days, by kind. */
  sent: counts,
  bounced: v.number(),
  complained: v.number(),
  /** Bounces among mails that were refused at once, and so never sent, in the last 30 days. */
  refused: v.optional(v.number(), 0),
  /** Mails that failed because their address does not exist. */
  unknown_addresses: v.optional(v.number(), 0),
});

/** The state of the mails. */
export type MailReport = v.InferOutput<typeof report>;

/** @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export const readMailReport = async (data: Data): Promise<MailReport> =>
  v.parse(report, await callFunction(data, "email_report", {}));

/** Reasons for not sending that are no failure. */
const fineReasons = new Set(["suppressed", "unsubscribed", "not_needed"]);

/** How many queued mails a restore made fail, as most have been sent since; the operator has to decide about them. */
export const restoredMails = ({ failed }: MailReport): number => failed["restored"] ?? 0;

/** How many mails failed that should have been sent; those to addresses that do not exist should not. */
export const failuresOf = ({ failed, unknown_addresses: unknown }: MailReport): number =>
  Object.entries(failed).reduce((sum, [why, n]) => (fineReasons.has(why) ? sum : sum + n), 0) - unknown;

/** Sum of all counts. */
export const total = (values: Record<string, number>): number => Object.values(values).reduce((sum, n) => sum + n, 0);

/** How many mails of the last 30 days may have bounced: those that were sent, and those that were refused at once. */
export const bounceable = ({ sent, refused }: MailReport): number => total(sent) + refused;

/** The queued mails in the order that they are claimed in, at most `most`. @throws CliError as `dataOf` does. */
export function queuedMails({ supabase, signal }: Data, most: number) {
  const columns = "id, kind, email, last_error, not_before";
  const queued = supabase.from("email_outbox").select(columns).is("sent_at", null).is("failed_at", null);
  return dataOf(queued.order("to_list").order("not_before").order("id").limit(most), signal);
}

/** The kind of the next queued mail to the list; undefined without any. @throws CliError as `dataOf` does. */
export async function nextKind({ supabase, signal }: Data): Promise<string | undefined> {
  const queued = supabase.from("email_outbox").select("kind").is("sent_at", null).is("failed_at", null);
  const [next] = await dataOf(queued.is("to_list", true).order("not_before").order("id").limit(1), signal);
  return next?.kind;
}

/** The newest mails, at most `most`, with some or any trouble. @throws CliError as `dataOf` does. */
export function troubledMails({ supabase, signal }: Data, trouble: TroubledMail["trouble"] | undefined, most: number) {
  const query = supabase.from("troubled_emails").select("*");
  const wanted = trouble === undefined ? query : query.eq("trouble", trouble);
  return dataOf(wanted.order("happened_at", { ascending: false }).order("id").limit(most), signal);
}

/** The query for at most `most` mails that failed, after a place, and should have been sent, oldest first. */
export const failedMails = ({ supabase }: Data, after: Place | undefined, most = pageSize) =>
  keyset(supabase.from("failed_emails").select("*"), oldestFirst, after).limit(most);

/** Mails per call. */
const batchSize = 2000;

/**
 * Makes failed mails due again, those that were `restored` or all others; `at` is called with how many so far. Returns how many. It can be
 * repeated.
 * @throws CliError as `dataOf` does; the mails of earlier calls are due again then.
 */
export async function retryMails(
  data: Data,
  { restored = false, at = () => undefined }: { restored?: boolean | undefined; at?: (retried: number) => void } = {},
): Promise<number> {
  let retried = 0;
  for (let now = batchSize; now === batchSize; at((retried += now)))
    now = await callFunction(data, "retry_emails", { most: batchSize, restored });
  return retried;
}

/** Pauses the mails to the list, also those that are added meanwhile, or continues them. It can be repeated. */
export const pauseList = (data: Data, paused: boolean): Promise<void> =>
  done(functionCall(data, "pause_list", paused ? { why: "operator" } : {}), data.signal);

/** Records that addresses must not be mailed again; returns how many of them are known here. */
export const recordDeliveryEvents = (
  data: Data,
  event: "bounced" | "complained",
  emails: readonly string[],
): Promise<number> => callFunction(data, "record_email_event", { event, people: JSON.stringify(emails) });
