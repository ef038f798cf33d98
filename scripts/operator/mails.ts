import * as v from "valibot";
import { leftOut, type MailReport, mailReport } from "../../server/launch/mailReport.ts";
import { counted, longSpan } from "../../server/lib/amounts.ts";
import type { TroubledMail } from "../../server/contract/deskMails.ts";
import { callFunction, type Data, dataOf, done, functionCall } from "../cli/data.ts";
import { keyset, oldestFirst, pageSize, type Place, selection } from "./pages.ts";

/** @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export const readMailReport = async (data: Data): Promise<MailReport> =>
  v.parse(mailReport, await callFunction(data, "email_report", {}));

/** The queued mails in the order that they are claimed in, at most `most`. @throws CliError as `dataOf` does. */
export function queuedMails({ supabase, signal }: Data, most: number) {
  const columns = "id, kind, email, last_error, not_before";
  const queued = supabase.from("email_outbox").select(columns).is("sent_at", null).is("failed_at", null);
  return dataOf(queued.order("turn").order("not_before").order("id").limit(most), signal);
}

/** The kind of the next queued mail to the list; undefined without any. @throws CliError as `dataOf` does. */
export async function nextKind({ supabase, signal }: Data): Promise<string | undefined> {
  const queued = supabase.from("email_outbox").select("kind").is("sent_at", null).is("failed_at", null);
  const [next] = await dataOf(
    queued.is("to_list", true).order("turn").order("not_before").order("id").limit(1),
    signal,
  );
  return next?.kind;
}

/** The newest mails, at most `most`, with some or any trouble. @throws CliError as `dataOf` does. */
export function troubledMails({ supabase, signal }: Data, trouble: TroubledMail["trouble"] | undefined, most: number) {
  const query = supabase.from("troubled_emails").select("*");
  const wanted = trouble === undefined ? query : query.eq("trouble", trouble);
  return dataOf(wanted.order("happened_at", { ascending: false }).order("id").limit(most), signal);
}

/** The query for at most `most` mails with some columns, after a place, oldest first: those that failed and should have been sent, or bounced in 30 days. */
export function listedMails(
  data: Data,
  trouble: "failed" | "bounced",
  columns: readonly string[],
  after: Place | undefined,
  most = pageSize,
) {
  const mails = selection<object>(data, trouble === "failed" ? "failed_emails" : "troubled_emails", columns, {});
  return keyset(trouble === "failed" ? mails : mails.eq("trouble", trouble), oldestFirst, after).limit(most);
}

/** Mails per call. */
const batchSize = 2000;

/**
 * Makes failed mails due again, those that were `restored` or all others, to some `people` by their addresses or to all; `at` is called with
 * how many so far. Returns how many. It can be repeated.
 * @throws CliError as `dataOf` does; the mails of earlier calls are due again then.
 */
export async function retryMails(
  data: Data,
  wanted: { restored?: boolean | undefined; people?: readonly string[]; at?: (retried: number) => void } = {},
): Promise<number> {
  const { restored = false, people, at = () => undefined } = wanted;
  const args = { most: batchSize, restored, ...(people && { people: JSON.stringify(people) }) };
  let retried = 0;
  for (let now = batchSize; now === batchSize; at((retried += now)))
    now = await callFunction(data, "retry_emails", args);
  return retried;
}

/** Mails people again whose mail bounced, as `lift_bounce` does; returns how many. @throws CliError as `dataOf` does. */
export const liftBounces = (data: Data, people: readonly string[]): Promise<number> =>
  callFunction(data, "lift_bounces", { people: JSON.stringify(people) });

type Ends = "sent_at" | "failed_at" | "failing_since" | "last_error" | "bounced_at";

/** Whether {@link retryMailsTo} makes a mail due. */
export const isRetriable = (mail: Record<Ends, string | null> & { not_before: string }): boolean =>
  mail.failed_at === null
    ? mail.sent_at === null && mail.failing_since !== null && Date.parse(mail.not_before) > Date.now()
    : mail.bounced_at === null && !leftOut.has(mail.last_error ?? "");

/**
 * Makes the mails to one person due that failed, also those `restored`, or wait to be tried again. One that is being sent is left alone,
 * as it would arrive twice: until when it is its sender's is `leasedUntil`.
 * @throws CliError as `dataOf` does.
 */
export async function retryMailsTo(data: Data, email: string): Promise<{ retried: number; leasedUntil?: Date }> {
  const retried = await callFunction(data, "retry_emails", { most: batchSize, person: email });
  const queued = data.supabase.from("email_outbox").select("leased_until").eq("email", email);
  const open = queued.is("sent_at", null).is("failed_at", null).gt("leased_until", new Date().toISOString());
  const [leased] = await dataOf(open.order("leased_until", { ascending: false }).limit(1), data.signal);
  return { retried, ...(leased?.leased_until && { leasedUntil: new Date(leased.leased_until) }) };
}

/** What became of mails that were to be sent again, in sentences. */
export const retriedTo = ({ retried, leasedUntil }: { retried: number; leasedUntil?: Date }): string[] => [
  `${counted(retried, "mail is", "mails are")} due again.`,
  ...(leasedUntil
    ? [
        `A mail to them is being sent. If its sender ended, it is tried again in ${longSpan(leasedUntil.getTime() - Date.now())}.`,
      ]
    : []),
];

/** Pauses the mails to the list, also those that are added meanwhile, or continues them. It can be repeated. */
export const pauseList = (data: Data, paused: boolean): Promise<void> =>
  done(functionCall(data, "pause_list", paused ? { why: "operator" } : {}), data.signal);
