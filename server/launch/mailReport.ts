import * as v from "valibot";
import { columnWords } from "../supabase/schema.ts";

/** Why mails were left out that need not or must not be sent, by the stored code. */
const leftOutWords: Readonly<Record<string, string>> = {
  suppressed: "the address must not be mailed",
  unsubscribed: "the person was not on the list then",
  not_needed: "it was not needed any more",
};

/** The same for all mails that were not sent for a reason on our side. */
export const notSentWords: Readonly<Record<string, string>> = {
  ...leftOutWords,
  restored: "held back since a restore",
  unanswered: "held back, as a batch was not answered: they may have been sent",
};

const counts = v.record(v.string(), v.number());

/** What `email_report` of supabase/migrations answers. */
export const mailReport = v.object({
  queued: v.number(),
  /** How many of them are to the list, confirmations of a wave included. */
  queued_to_list: v.number(),
  /** Waves whose time is still to come, the earliest first: how many mails of each are queued. */
  scheduled: v.array(v.object({ wave: v.number(), at: v.string(), queued: v.number() })),
  due: v.number(),
  leased: v.number(),
  oldest_due_seconds: v.nullable(v.number()),
  queued_kinds: counts,
  /** Whether the mails to the list are paused, and what or who paused them. */
  paused: v.boolean(),
  pause_reason: v.nullable(v.picklist(columnWords.system_times.reason)),
  /** Until when the rest of a wave waits for bounces and complaints; null while it does not. */
  waits_until: v.nullable(v.string()),
  /** What became of the current wave: how many mails were sent or refused at once, bounced, and complained about. */
  list: v.object({ sent: v.number(), bounced: v.number(), complained: v.number() }),
  /** Mails a second to the list in the last minute; null where fewer than twenty were sent. */
  pace: v.nullable(v.number()),
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

export type MailReport = v.InferOutput<typeof mailReport>;

/** Reasons for which a mail is left out. */
export const leftOut: ReadonlySet<string> = new Set(Object.keys(leftOutWords));

/** How many mails failed that should have been sent. Those to addresses that do not exist, or held back, are not counted. */
export const failuresOf = ({ failed, unknown_addresses: unknown }: MailReport): number =>
  Object.entries(failed).reduce(
    (sum, [why, n]) => (leftOut.has(why) || why === "restored" || why === "unanswered" ? sum : sum + n),
    0,
  ) - unknown;

/** How many queued mails to the list wait for a time that is still to come. */
export const scheduledMails = ({ scheduled }: Pick<MailReport, "scheduled">): number =>
  scheduled.reduce((sum, { queued }) => sum + queued, 0);

export const total = (values: Record<string, number>): number => Object.values(values).reduce((sum, n) => sum + n, 0);

/** How many mails of the last 30 days may have bounced: those that were sent, and those that were refused at once. */
export const bounceable = ({ sent, refused }: MailReport): number => total(sent) + refused;
