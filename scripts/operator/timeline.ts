import * as v from "valibot";
import { applicationStatuses } from "../../server/contract/limits.ts";
import { leftOut, notSentWords } from "../../server/launch/mailReport.ts";
import { columnWords } from "../../server/supabase/schema.ts";

const time = v.nullable(v.string());
const rowsOf = <Entries extends v.ObjectEntries>(entries: Entries) => v.optional(v.array(v.object(entries)), []);

/** The data that the timeline is made of. */
export const history = v.object({
  waitlist: rowsOf({
    created_at: v.string(),
    source: time,
    invited_at: time,
    invite_code: time,
    redeemed_at: time,
  }),
  consent_events: rowsOf({
    event: v.picklist(columnWords.consent_events.event),
    happened_at: v.string(),
    text_version: time,
    proof: time,
  }),
  email_outbox: rowsOf({
    kind: v.string(),
    created_at: v.string(),
    sent_at: time,
    failed_at: time,
    failing_since: time,
    not_before: v.string(),
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

/**
 * An event. The detail is the source, the invite code, the kind of the mail and why it failed or was left out, the
 * reason, or the status of the application.
 */
const at = <Event extends string>(when: string | null, event: Event, detail: string | null) =>
  when === null ? [] : [{ at: when, event, detail }];

/** The event of a mail that was not sent: it failed, or it was left out on purpose, which is no failure. */
function notSent({ kind, failed_at: when, last_error: code }: v.InferOutput<typeof history>["email_outbox"][number]) {
  const event = leftOut.has(code ?? "") ? "mail-left-out" : "mail-failed";
  return at(when, event, `${kind}: ${notSentWords[code ?? ""] ?? code}`);
}

/** Returns what happened to a person, newest first. */
export function timelineOf({
  rows,
  suppressions,
}: {
  rows: Record<string, unknown>;
  suppressions: readonly { created_at: string; reason: string }[];
}) {
  const all = v.parse(history, rows);
  const timeline = [
    ...all.waitlist.flatMap((line) => [
      ...at(line.created_at, "joined", line.source),
      ...at(line.invited_at, "invited", line.invite_code),
      ...at(line.redeemed_at, "redeemed", null),
    ]),
    ...all.consent_events.flatMap((one) => at(one.happened_at, one.event, one.text_version ?? one.proof)),
    ...all.email_outbox.flatMap((mail) => [
      ...at(mail.sent_at, "mail-sent", mail.kind),
      ...notSent(mail),
      ...((mail.sent_at ?? mail.failed_at) ? [] : at(mail.created_at, "mail-queued", mail.kind)),
      ...at(mail.bounced_at, "bounced", mail.kind),
      ...at(mail.complained_at, "complained", mail.kind),
    ]),
    ...all.beta_applications.flatMap((one) => at(one.created_at, "applied", one.status)),
    ...suppressions.flatMap((one) => at(one.created_at, "suppressed", one.reason)),
  ];
  return timeline.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
