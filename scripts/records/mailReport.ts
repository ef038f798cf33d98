import * as v from "valibot";
import { dataOf } from "../cli/calls.ts";
import type { BackendContext } from "../cli/context.ts";

const counts = v.record(v.string(), v.number());

const report = v.object({
  waiting: v.number(),
  due: v.number(),
  leased: v.number(),
  oldest_due_seconds: v.nullable(v.number()),
  waiting_kinds: counts,
  /** For how long what is due has been, at most: what somebody asked for, and what goes to the list. */
  overdue_asked_seconds: v.nullable(v.number()),
  overdue_list_seconds: v.nullable(v.number()),
  /** Of what waits, by the code of the last failure. */
  errors: counts,
  /** Of what ended unsent, by why. */
  ended: counts,
  /** Sent in 30 days, by kind. */
  sent: counts,
  bounced: v.number(),
  complained: v.number(),
});

/** How the mails stand. */
export type MailReport = v.InferOutput<typeof report>;

/** @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export const readMailReport = async ({ supabase, signal }: BackendContext): Promise<MailReport> =>
  v.parse(report, await dataOf(supabase.rpc("email_report").retry(false), signal));

/** Ends that are as they should be. */
const fine = new Set(["suppressed", "unsubscribed", "not_needed"]);

/** The end of what a restore held back, until the operator has said what is to become of it. */
export const heldByRestore = ({ ended }: MailReport): number => ended["restored"] ?? 0;

/** How many mails ended unsent that should have gone. */
export const deadLetters = ({ ended }: MailReport): number =>
  Object.entries(ended).reduce((sum, [why, n]) => (fine.has(why) ? sum : sum + n), 0);

/** Sum of all counts. */
export const total = (values: Record<string, number>): number => Object.values(values).reduce((sum, n) => sum + n, 0);

/** A share as it is shown, such as `0.25 %`. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? "0 %" : `${((100 * part) / whole).toFixed(2)} %`;
