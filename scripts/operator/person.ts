import { rm } from "node:fs/promises";
import * as v from "valibot";
import { questionIds } from "../../server/contract/questions.ts";
import { shareLink } from "../../server/contract/shareCode.ts";
import { isRecord } from "../../server/contract/outcomes.ts";
import { columnWords, waitlistColumns, type WaitlistRow } from "../../server/supabase/schema.ts";
import { callError, callFunction, type Data, dataOf, functionCall } from "../data/calls.ts";
import { CliError, isSystemError, readError } from "../data/errors.ts";
import { isRetriable } from "./mails.ts";
import { history, timelineOf } from "./timeline.ts";

const rowsByTable = v.record(v.string(), v.array(v.record(v.string(), v.unknown())));
const time = v.nullable(v.string());
const consentTimes = v.object({ id: v.string(), confirmed_at: time, unsubscribed_at: time });
const suppression = v.object({ reason: v.picklist(columnWords.email_suppressions.reason), created_at: v.string() });

type Status = "unconfirmed" | "confirmed" | "unsubscribed" | "bounced" | "complained";

interface About {
  /** The status on the waitlist; undefined for a person who is not on it. */
  status: Status | undefined;
  /** Their place among the people who may be mailed (docs/growth.md); null for others. */
  place: number | null;
  /** The rows by table, including accounts. */
  rows: v.InferOutput<typeof rowsByTable>;
  /**
   * The entries of the suppression list: why and since when the address is not mailed. They hold only keyed hashes,
   * and outlive an erasure.
   */
  suppressions: v.InferOutput<typeof suppression>[];
  /** The paths of mails in the embedded stack's inbox. */
  mails: string[];
  size: number;
}

/**
 * Names a person by their canonical address. The embedded stack's data folder is needed as well, because its inbox
 * may hold mails to them.
 */
interface Wanted {
  email: string;
  dataFolder: string | undefined;
}

/** Reads the data about a person. @throws CliError `failed` when a mail cannot be read, and as `dataOf` does. */
export async function readAbout(data: Data, { email, dataFolder }: Wanted): Promise<About> {
  const { suppressions: suppressed = [], ...rows } = v.parse(
    rowsByTable,
    await callFunction(data, "person_data", { person: email }),
  );
  const mails = await inboxMails(email, dataFolder);
  const suppressions = v.parse(v.array(suppression), suppressed);
  const [line] = v.parse(v.optional(v.array(consentTimes), []), rows["waitlist"]);
  const size = mails.length + Object.values(rows).flat().length;
  const place = line ? await readPlace(data, line.id) : null;
  return { status: line && statusOf(line, suppressions), place, rows, suppressions, mails, size };
}

async function readPlace(data: Data, person: string): Promise<number | null> {
  const answer = await functionCall(data, "place_of", { person });
  if (answer.error) throw callError(answer, data.signal);
  return v.parse(v.nullable(v.number()), answer.data);
}

/** Derives the status of a person. Bounces and complaints are recorded on the suppression list only. */
function statusOf(line: Omit<v.InferOutput<typeof consentTimes>, "id">, suppressions: About["suppressions"]): Status {
  const reason = suppressions[0]?.reason;
  if (reason === "bounced" || reason === "complained") return reason;
  return line.unsubscribed_at !== null ? "unsubscribed" : line.confirmed_at === null ? "unconfirmed" : "confirmed";
}

/** Erases a person everywhere. It can be repeated after any interruption. @throws CliError as {@link readAbout}. */
export async function erasePerson(data: Data, { email, dataFolder }: Wanted): Promise<void> {
  await callFunction(data, "erase_person", { person: email });
  // The mails go last, so that an erasure that was interrupted half-way still finds them when it is repeated.
  for (const file of await inboxMails(email, dataFolder)) await rm(file, { force: true });
}

/**
 * Finds the mails of an inbox that are about a person.
 * @throws CliError `failed` if one cannot be read, as it may be about this person.
 */
async function inboxMails(email: string, dataFolder: string | undefined): Promise<string[]> {
  if (dataFolder === undefined) return [];
  const { mailsAbout } = await import("../../server/mail/transports/inbox.ts");
  return mailsAbout(dataFolder, email).catch((cause: unknown) => {
    throw readError((isSystemError(cause) && cause.path) || "The inbox", cause);
  });
}

const marked = v.object({ changed: v.number(), unknown: v.array(v.number()) });

/** An event that happened to people of the waitlist in another tool. */
export type Elsewhere = "unsubscribed" | "notified";

/**
 * Records such an event; a `dry_run` only reports. Returns how many people change, and the places of addresses that
 * are not on the waitlist.
 */
export const markPeople = async (data: Data, event: Elsewhere, emails: readonly string[], dry_run = false) =>
  v.parse(marked, await callFunction(data, "mark_waitlist", { addresses: JSON.stringify(emails), event, dry_run }));

const oneDay = 24 * 3_600_000;

/** How many of the friends that a person referred are named. */
const mostBrought = 5;

/** The kinds of mail that a person of a status can be sent again, besides the request to confirm. */
const againOf = (status: ReturnType<typeof statusOf>): RegExp =>
  status === "confirmed"
    ? /^(?:launch-announcement|application-(?:accepted|declined))$/u
    : status === "bounced" || status === "complained"
      ? /^$/u
      : /^application-(?:accepted|declined)$/u;

type Line = WaitlistRow & { friends: number };

/** Reads a person of the list. @throws CliError `failed` when there is none, and as `dataOf` does. */
async function lineOf({ supabase, signal }: Data, id: string): Promise<Line> {
  const found = supabase
    .from("people")
    .select(waitlistColumns.join(","))
    .eq("id", id)
    .overrideTypes<Line[], { merge: false }>();
  const [line] = await dataOf(found, signal);
  if (!line) throw new CliError("failed", "This person is not on the list any more.");
  return line;
}

/** Reads the address of a person of the list. @throws CliError as {@link lineOf}. */
export const addressOfPerson = async (data: Data, id: string): Promise<string> => (await lineOf(data, id)).email;

/** Reads the referrer of a person, and the friends that the person referred. */
async function readReferrals({ supabase, signal }: Data, line: Line) {
  const { referred_by: referrer, share_code: code, friends } = line;
  const sent = supabase.from("waitlist").select("id, email");
  const brought = supabase.from("waitlist").select("id, email, credit:sender_credit", { count: "exact" });
  const [from, came] = await Promise.all([
    referrer === null ? [] : dataOf(sent.eq("share_code", referrer), signal),
    brought.eq("referred_by", code).order("created_at", { ascending: false }).limit(mostBrought),
  ]);
  const people = await dataOf(Promise.resolve(came), signal);
  return {
    /** Whether they came by a friend's link, and that friend, if still on the list. */
    referred: referrer !== null,
    referrer: from[0] ?? null,
    /**
     * The people who came by their link, the newest first. `total` also counts those who are not shown, and those
     * who counted and were erased, if they are more. A credit is the stored word; it is null before they confirm.
     */
    brought: { total: Math.max(came.count ?? 0, friends), people },
  };
}

/**
 * Reads everything about a person of the list. Their share link leads to `site`, and is null where that is not known.
 * @throws CliError as {@link lineOf}.
 */
export async function readPerson(data: Data, id: string, site: string | undefined) {
  const found = await lineOf(data, id);
  const { answers, referred_by: _referrer, share_code: shareCode, ...line } = found;
  const given = isRecord(answers) ? answers : {};
  const [{ place, rows, suppressions }, referrals] = await Promise.all([
    readAbout(data, { email: line.email, dataFolder: undefined }),
    readReferrals(data, found),
  ]);
  const { email_outbox: mails, beta_applications: applications } = v.parse(history, rows);
  return {
    ...line,
    /** The answers by question, in the stored words; those to what is not asked (now) come last. */
    answers: Object.fromEntries(
      [...new Set([...questionIds, ...Object.keys(given)])].map((question) => {
        const answer = given[question];
        return [question, answer === undefined ? null : String(answer)];
      }),
    ),
    ...referrals,
    share_link: site === undefined ? null : shareLink(site, shareCode),
    status: statusOf(line, suppressions),
    place,
    /** Whether a mail to this person failed and should have been sent, or waits to be tried again. */
    retriable: mails.some(isRetriable),
    /** Whether a decision or the launch mail that they were sent can be sent again. */
    again: mails.some(({ kind, sent_at: sent }) => sent !== null && againOf(statusOf(line, suppressions)).test(kind)),
    /** What happened to them, the newest first. */
    timeline: timelineOf({ rows, suppressions }),
    /**
     * The applications with this address, the oldest first. One that was made within a day of joining is assumed to
     * have the same typo, if there is one.
     */
    applications: applications
      .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
      .map((one) =>
        Object.assign(one, { sameDay: Math.abs(Date.parse(one.created_at) - Date.parse(line.created_at)) <= oneDay }),
      ),
  };
}

/**
 * Saves the operator's note about a person in place of the note that was read.
 * @throws CliError `failed` when another person has changed the note since; as `dataOf` does.
 */
export async function keepNote(data: Data, id: string, written: string | undefined, before: string): Promise<void> {
  const args = { person: id, ...(written !== undefined && { written }), ...(before !== "" && { before }) };
  if (await callFunction(data, "write_note", args)) return;
  const { note } = await lineOf(data, id);
  throw new CliError("failed", `Somebody else has changed this note meanwhile. It is now: ${note ?? "(empty)"}`);
}

const refusals: Record<string, string> = {
  absent: "This person is not on the list any more.",
  confirmed: "This person confirmed their address, so it is theirs. To use another one, they join again.",
  left: "This person left the list. Nobody mails them.",
  listed: "The corrected address is on the list already.",
  suppressed: "The corrected address must not be mailed: its owner left or was erased, or mail to it bounced.",
  being_mailed: "A mail to this person is being sent. Try again in a minute.",
};

/**
 * Corrects the address of a person who has not confirmed, and that of some of their applications, given by id. The
 * person gets the confirmation mail at the new address. Returns the former address, and how many applications have
 * the new one and how many still have the former.
 * @throws CliError `usage` when it is the same address, `failed` with the reason why the address cannot be theirs.
 */
export async function correctAddress(
  data: Data,
  id: string,
  { corrected, applications }: { corrected: string; applications: readonly string[] },
): Promise<{ former: string; carried: number; remaining: number }> {
  const { email: former } = await lineOf(data, id);
  const { rows } = await readAbout(data, { email: former, dataFolder: undefined });
  const all = v.parse(history, rows).beta_applications;
  if (corrected === former) throw new CliError("usage", "That is the address they have already.");
  const outcome = await callFunction(data, "correct_email", {
    person: former,
    corrected,
    applications: JSON.stringify(applications),
  });
  const refusal = refusals[String(outcome)];
  if (refusal !== undefined) throw new CliError("failed", refusal);
  const remaining = all.filter((one) => !applications.includes(one.id)).length;
  return { former, carried: all.length - remaining, remaining };
}

/**
 * Lifts the suppression of a person whose mails bounced. They are on the list again, unless they unsubscribed as
 * well.
 * @throws CliError `failed` when no mail bounced.
 */
export async function liftBounce(data: Data, id: string): Promise<void> {
  if (!(await callFunction(data, "lift_bounce", { person: id })))
    throw new CliError("failed", "No mail to this person bounced.");
}
