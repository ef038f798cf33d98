import * as v from "valibot";
import type { HeldBack } from "../../server/launch/deliveryHint.ts";
import { leftOut, type MailReport, mailReport } from "../../server/launch/mailReport.ts";
import { counted, longSpan } from "../../server/lib/amounts.ts";
import { callFunction, type Data, dataOf, done, functionCall } from "../data/calls.ts";
import { CliError } from "../data/errors.ts";
import { keyset, oldestFirst, pageSize, type Place, selection } from "./pages.ts";

/** @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export const readMailReport = async (data: Data): Promise<MailReport> =>
  v.parse(mailReport, await callFunction(data, "email_report", {}));

/** Reads at most `most` queued mails, in the order in which they are claimed. @throws CliError as `dataOf` does. */
export function queuedMails({ supabase, signal }: Data, most: number) {
  const columns = "id, kind, email, last_error, not_before";
  const queued = supabase.from("email_outbox").select(columns).is("sent_at", null).is("failed_at", null);
  return dataOf(queued.order("turn").order("not_before").order("id").limit(most), signal);
}

/**
 * Reads the kind of the next queued mail to the list; undefined when none is queued.
 * @throws CliError as `dataOf` does.
 */
export async function nextKind({ supabase, signal }: Data): Promise<string | undefined> {
  const queued = supabase.from("email_outbox").select("kind").is("sent_at", null).is("failed_at", null);
  const [next] = await dataOf(
    queued.is("to_list", true).order("turn").order("not_before").order("id").limit(1),
    signal,
  );
  return next?.kind;
}

/** Reads at most `most` of the newest mails that have the given trouble, or any. @throws CliError as `dataOf` does. */
export function troubledMails({ supabase, signal }: Data, trouble: string | undefined, most: number) {
  const query = supabase.from("troubled_emails").select("*");
  const wanted = trouble === undefined ? query : query.eq("trouble", trouble);
  return dataOf(wanted.order("happened_at", { ascending: false }).order("id").limit(most), signal);
}

/**
 * The query for chosen columns of at most `most` mails, after a place, oldest first: the mails that failed and
 * should have been sent, or those that bounced in the last 30 days.
 */
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

/** The number of mails in one call. */
const batchSize = 2000;

/**
 * Makes failed mails due again: those that were held back (`held` says why) or all others, to the addresses in
 * `people` or to everybody. `at` is called with the number so far. Returns the number. It can be repeated.
 * @throws CliError as `dataOf` does; the mails of earlier calls are due again then.
 */
export async function retryMails(
  data: Data,
  wanted: { held?: HeldBack | undefined; people?: readonly string[]; at?: (retried: number) => void } = {},
): Promise<number> {
  const { held, people, at = () => undefined } = wanted;
  const args = { most: batchSize, ...(held && { held }), ...(people && { people: JSON.stringify(people) }) };
  let retried = 0;
  for (let now = batchSize; now === batchSize; at((retried += now)))
    now = await callFunction(data, "retry_emails", args);
  return retried;
}

/**
 * Lifts the suppression of people whose mail bounced, so that they are mailed again; returns how many.
 * @throws CliError as `dataOf` does.
 */
export const liftBounces = (data: Data, people: readonly string[]): Promise<number> =>
  callFunction(data, "lift_bounces", { people: JSON.stringify(people) });

type Ends = "sent_at" | "failed_at" | "failing_since" | "last_error" | "bounced_at";

/** Whether {@link retryMailsTo} makes a mail due. */
export const isRetriable = (mail: Record<Ends, string | null> & { not_before: string }): boolean =>
  mail.failed_at === null
    ? mail.sent_at === null && mail.failing_since !== null && Date.parse(mail.not_before) > Date.now()
    : mail.bounced_at === null && !leftOut.has(mail.last_error ?? "");

/**
 * Makes the mails to one person due that failed, were held back by a restore or wait to be retried. A mail that is
 * being sent is left alone, because it would arrive twice; `leasedUntil` says until when its sender has it.
 * @throws CliError as `dataOf` does.
 */
export async function retryMailsTo(data: Data, email: string): Promise<{ retried: number; leasedUntil?: Date }> {
  const retried = await callFunction(data, "retry_emails", { most: batchSize, person: email });
  const queued = data.supabase.from("email_outbox").select("leased_until").eq("email", email);
  const open = queued.is("sent_at", null).is("failed_at", null).gt("leased_until", new Date().toISOString());
  const [leased] = await dataOf(open.order("leased_until", { ascending: false }).limit(1), data.signal);
  return { retried, ...(leased?.leased_until && { leasedUntil: new Date(leased.leased_until) }) };
}

/** The outcome of {@link retryMailsTo} in sentences. */
export const retriedTo = ({ retried, leasedUntil }: { retried: number; leasedUntil?: Date }): string[] => [
  `${counted(retried, "mail is", "mails are")} due again.`,
  ...(leasedUntil
    ? [
        `A mail to them is being sent. If its sender ended, it is tried again in ${longSpan(leasedUntil.getTime() - Date.now())}.`,
      ]
    : []),
];

/** The mails that can be sent again, by kind. */
const againNames: Readonly<Record<string, string>> = {
  "waitlist-confirmation": "request to confirm",
  "application-accepted": "decision",
  "application-declined": "decision",
  "launch-announcement": "launch mail",
};

const notAgain: Readonly<Record<string, string>> = {
  recent: "A mail was sent to them in the last hour. One can be sent again an hour after it.",
  queued: "That mail is queued already.",
  often: "No mail was added: they were asked in the last ten minutes, or three times in a week.",
};

/**
 * Sends a person again the mail that they say they never got: the request to confirm, the decision or the launch,
 * whichever was sent last and still applies; or that of a kind. Returns it in a sentence; undefined if there is none.
 * @throws CliError `failed` when one was sent in the last hour or is queued; as `dataOf` does.
 */
export async function sendAgain(
  data: Data,
  person: string,
  asked?: "waitlist-confirmation",
): Promise<string | undefined> {
  const outcome = await callFunction(data, "send_again", { person, ...(asked && { asked }) });
  const refusal = notAgain[outcome];
  if (refusal !== undefined) throw new CliError("failed", refusal);
  const name = againNames[outcome];
  return name === undefined ? undefined : `Their ${name} is in the outbox again.`;
}

/**
 * Pauses or continues the mails to the list, including those that are added while they are paused. It can be
 * repeated.
 */
export const pauseList = (data: Data, paused: boolean): Promise<void> =>
  done(functionCall(data, "pause_list", paused ? { why: "operator" } : {}), data.signal);
