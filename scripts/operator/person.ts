import * as v from "valibot";
import type { DeskDone, Person, PersonEvent, PersonLine } from "../../server/contract/desk.ts";
import { applicationStatuses } from "../../server/contract/limits.ts";
import { questionIds } from "../../server/contract/questions.ts";
import { counted } from "../cli/amounts.ts";
import type { BackendContext } from "../cli/context.ts";
import { callFunction, type Data, dataOf } from "../cli/data.ts";
import { CliError } from "../cli/errors.ts";
import { asideText, whoSends } from "../cli/stack.ts";
import { columnWords } from "../../server/supabase/schema.ts";
import { isRecord } from "../../server/contract/outcomes.ts";
import { requireAddress } from "../files/addresses.ts";
import { lineColumns } from "./people.ts";
import { markPeople } from "../commands/mark/run.ts";
import { eraseHeld, heldAbout } from "../commands/person.ts";

const time = v.nullable(v.string());
const rowsOf = <Entries extends v.ObjectEntries>(entries: Entries) => v.optional(v.array(v.object(entries)), []);

/** Of what is held about a person, what the timeline tells. */
const history = v.object({
  consent_events: rowsOf({
    event: v.picklist(columnWords.consent_events.event),
    happened_at: v.string(),
    text_version: time,
  }),
  email_outbox: rowsOf({
    kind: v.string(),
    created_at: v.string(),
    sent_at: time,
    dead_at: time,
    last_error: time,
    bounced_at: time,
    complained_at: time,
  }),
  beta_applications: rowsOf({
    id: v.string(),
    name: v.string(),
    created_at: v.string(),
    status: v.picklist(applicationStatuses),
  }),
});
const suppression = v.object({ reason: v.string(), created_at: v.string() });

/** In ms. */
const oneDay = 24 * 3_600_000;

type Line = PersonLine & { answers: unknown; sent_by: string | null };

/** A person in the list. @throws CliError `failed` when there is none, and as `dataOf` does. */
async function lineOf({ supabase, signal }: Data, id: string): Promise<Line> {
  const columns = `${lineColumns}, answers, sent_by`;
  const found = supabase.from("people").select(columns).eq("id", id).overrideTypes<Line[], { merge: false }>();
  const [line] = await dataOf(found, signal);
  if (!line) throw new CliError("failed", "This person is not on the list any more.");
  return line;
}

/** Reads all about a person that the desk shows. @throws CliError as {@link lineOf}. */
export async function readPerson(context: BackendContext, id: string): Promise<Person> {
  const { answers, sent_by: sentBy, ...line } = await lineOf(context, id);
  const { held, suppressed } = await heldAbout(context, line.email);
  const { consent_events: consents, email_outbox: mails, beta_applications: applications } = v.parse(history, held);
  const reasons = suppressed.map((row) => v.parse(suppression, row));
  const at = (when: string | null, event: PersonEvent["event"], detail: string | null): PersonEvent[] =>
    when === null ? [] : [{ at: when, event, detail }];
  const timeline = [
    ...at(line.created_at, "joined", line.source),
    ...consents.flatMap((one) => at(one.happened_at, one.event, one.text_version)),
    ...mails.flatMap((mail) =>
      at(mail.sent_at, "mail-sent", mail.kind).concat(
        at(mail.dead_at, "mail-ended", `${mail.kind}: ${mail.last_error}`),
        (mail.sent_at ?? mail.dead_at) ? [] : at(mail.created_at, "mail-waiting", mail.kind),
        at(mail.bounced_at, "bounced", mail.kind),
        at(mail.complained_at, "complained", mail.kind),
      ),
    ),
    ...applications.flatMap((one) => at(one.created_at, "applied", one.status)),
    ...reasons.flatMap((one) => at(one.created_at, "suppressed", one.reason)),
  ];
  return {
    ...line,
    answers: Object.fromEntries(
      questionIds.map((question) => {
        const answer = isRecord(answers) ? answers[question] : undefined;
        return [question, answer === undefined ? null : String(answer)];
      }),
    ),
    sent: sentBy !== null,
    suppressed: reasons.find(({ reason }) => reason !== "unsubscribed")?.reason ?? null,
    timeline: timeline.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)),
    applications: applications
      .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
      .map((one) =>
        Object.assign(one, { sameDay: Math.abs(Date.parse(one.created_at) - Date.parse(line.created_at)) <= oneDay }),
      ),
  };
}

/** Sends the mail that asks to confirm again. @throws CliError `failed` where none is asked for, or too many went already. */
export async function confirmAgain(context: BackendContext, id: string): Promise<DeskDone> {
  const { email: person, confirmed_at: confirmed, unsubscribed_at: left } = await lineOf(context, id);
  if (confirmed !== null || left !== null) throw new CliError("failed", "This person has nothing to confirm.");
  const added = await callFunction(context, "enqueue_asked_email", { asked_kind: "waitlist-confirmation", person });
  if (!added) throw new CliError("failed", "No mail was added: one went in the last ten minutes, or three in a week.");
  return { message: `The mail is in the outbox. ${whoSends(context)}` };
}

const corrections = {
  absent: "This person is not on the list any more.",
  confirmed: "This person confirmed their address, so it is theirs. With another one they join again.",
  left: "This person left the list. Nobody mails them.",
  listed: "The corrected address is on the list already.",
  suppressed: "The corrected address must not be mailed: its owner left or was erased, or mail to it came back.",
  being_mailed: "A mail to this person is being sent. Try again in a minute.",
};

/**
 * Gives a person who has not confirmed, and some of their applications by their ids, the address that they meant to type; they get the mail
 * that asks to confirm.
 * @throws CliError `usage` when `typed` is no address, `failed` with why it cannot be theirs.
 */
export async function correctAddress(
  context: BackendContext,
  id: string,
  { typed, applications }: { typed: string; applications: readonly string[] },
): Promise<DeskDone> {
  const corrected = requireAddress(typed);
  const { email: person, applications: all } = await readPerson(context, id);
  if (corrected === person) throw new CliError("usage", "That is the address as it is.");
  const outcome = await callFunction(context, "correct_email", {
    person,
    corrected,
    applications: JSON.stringify(applications),
  });
  const refusal = Object.entries(corrections).find(([why]) => why === outcome);
  if (refusal) throw new CliError("failed", refusal[1]);
  const remaining = all.filter((one) => !applications.includes(one.id)).length;
  const carried = all.length - remaining;
  const mails =
    carried === 0
      ? "The mail that asks to confirm is"
      : "The mail that asks to confirm and those about applications are";
  const remains =
    remaining === 0
      ? ""
      : ` ${counted(remaining, "application stays", "applications stay")} under ${person}, where answers go.`;
  return {
    message: `Corrected${carried === 0 ? "" : `, with ${counted(carried, "application")}`}. ${mails} in the outbox. ${whoSends(context)}${remains}`,
  };
}

/** Takes a person off the list. It can be repeated. @throws CliError as {@link lineOf}. */
export async function unsubscribePerson(context: BackendContext, id: string): Promise<DeskDone> {
  const { email } = await lineOf(context, id);
  await markPeople(context, "unsubscribed", [email]);
  return { message: "Taken off the list." };
}

/**
 * Mails somebody again whose mails came back, who is on the list again unless they unsubscribed as well.
 * @throws CliError `failed` where no mail came back.
 */
export async function liftBounce(context: BackendContext, id: string): Promise<DeskDone> {
  if (!(await callFunction(context, "lift_bounce", { person: id })))
    throw new CliError("failed", "No mail to this person came back.");
  return { message: "They are mailed again." };
}

/** Erases a person everywhere. @throws CliError `usage` unless `typed` is their address. */
export async function erasePerson(context: BackendContext, id: string, typed: string): Promise<DeskDone> {
  const { email } = await lineOf(context, id);
  if (typed.trim().toLowerCase() !== email)
    throw new CliError("usage", "That is a different address. Nothing was erased.");
  await eraseHeld(context, email);
  return {
    message: `Erased. Mails at your mail provider, backups and earlier exports cannot be erased from here.${await asideText(context)}`,
  };
}
