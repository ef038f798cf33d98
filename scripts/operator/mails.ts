import * as v from "valibot";
import { isAboutSender, statusIn } from "../../server/mail/transports/classify.ts";
import { callFunction } from "../cli/data.ts";
import type { BackendContext } from "../cli/context.ts";

const counts = v.record(v.string(), v.number());

const report = v.object({
  waiting: v.number(),
  due: v.number(),
  leased: v.number(),
  oldest_due_seconds: v.nullable(v.number()),
  waiting_kinds: counts,
  /** Whether the mails to the list wait for the operator. */
  paused: v.boolean(),
  /** How long the oldest due mail has been due, in s: among mails that somebody asked for, and among those to the list. */
  overdue_asked_seconds: v.nullable(v.number()),
  overdue_list_seconds: v.nullable(v.number()),
  /** Waiting mails, by the code of their last failure. */
  errors: counts,
  /** Mails that ended unsent, by reason. */
  ended: counts,
  /** Mails sent in the last 30 days, by kind. */
  sent: counts,
  bounced: v.number(),
  complained: v.number(),
  /** Bounces among mails that were refused at once, and so never sent, in the last 30 days. */
  refused: v.optional(v.number(), 0),
  /** Mails that ended unsent because their address does not exist. */
  unknown_addresses: v.optional(v.number(), 0),
});

/** The state of the mails. */
export type MailReport = v.InferOutput<typeof report>;

/** @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export const readMailReport = async (context: Pick<BackendContext, "supabase" | "signal">): Promise<MailReport> =>
  v.parse(report, await callFunction(context, "email_report", {}));

/** Reasons for not sending that are no failure. */
const fineReasons = new Set(["suppressed", "unsubscribed", "not_needed"]);

/** How many mails a restore held back; the operator has to decide what happens to them. */
export const heldByRestore = ({ ended }: MailReport): number => ended["restored"] ?? 0;

/** How many mails ended unsent that should have been sent; those to addresses that do not exist should not. */
export const deadLetters = ({ ended, unknown_addresses: unknown }: MailReport): number =>
  Object.entries(ended).reduce((sum, [why, n]) => (fineReasons.has(why) ? sum : sum + n), 0) - unknown;

/** Whether the code of a failure, or a text that ends with it, names the sender or a policy. */
export const namesSender = (code: string): boolean => isAboutSender(statusIn(code) ?? "");

/** What to do about a refusal that names the sender. */
export const senderHint =
  "The server refuses the sender, not the recipients: has it sent as much as the server takes in a day, is it on a block list, and may this log-in send as MAIL_FROM?";

/** Sum of all counts. */
export const total = (values: Record<string, number>): number => Object.values(values).reduce((sum, n) => sum + n, 0);

/** How many mails of the last 30 days may have bounced: those that were sent, and those that were refused at once. */
export const bounceable = ({ sent, refused }: MailReport): number => total(sent) + refused;

/** A share as a percentage for a person, such as `0.25 %`. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? "0 %" : `${((100 * part) / whole).toFixed(2)} %`;
