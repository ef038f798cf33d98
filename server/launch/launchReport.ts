import * as v from "valibot";
import { mailReport } from "./mailReport.ts";

/** A time, in the database's format. */
const time = v.nullable(v.string());
const seconds = v.nullable(v.number());

/** What `sender_report` of supabase/migrations answers: whether mails leave. */
export const senderReport = v.object({
  /** How long a resting sender still rests, in s, and why, with the code of a refusal, never an address. */
  rests_seconds: seconds,
  rests_why: v.nullable(v.string()),
  /** Until when all senders rested last, as the provider took no more mails, if that was in the last hour, and why. */
  limited_at: time,
  limited_why: v.nullable(v.string()),
  /** How long the oldest due mail has been due, in s: among mails that somebody asked for, and among those to the list. */
  overdue_asked_seconds: seconds,
  overdue_list_seconds: seconds,
});
/** Whether mails leave. */
export type SenderReport = v.InferOutput<typeof senderReport>;

/** What `launch_report` of supabase/migrations answers: all that the database knows of how the launch stands. */
export const launchReport = v.object({
  sender: senderReport,
  mails: mailReport,
  /** When the mails to the list were paused. */
  paused_at: time,
  /**
   * Pending applications by the time left to answer them (none, 8 hours, 24 hours, more), since when the first
   * has waited, and since when one is urgent.
   */
  applications: v.object({
    overdue: v.number(),
    soon: v.number(),
    day: v.number(),
    later: v.number(),
    oldest_at: time,
    urgent_at: time,
  }),
  /**
   * Events for the webhook: how many its receiver never took, when the last of them failed, and since when the
   * oldest has waited, with its last error.
   */
  events: v.object({
    failed: v.number(),
    failed_at: time,
    waiting_at: time,
    waiting_error: v.nullable(v.string()),
  }),
});
/** All that the database knows of how the launch stands. */
export type LaunchReport = v.InferOutput<typeof launchReport>;

/** What only the machine of an embedded stack knows. */
export interface HostReport {
  /** Whether the site runs there; undefined where the site itself asks. */
  runs?: boolean | undefined;
  /** When the last backup was made, and when one failed since; undefined if none is known. */
  lastBackup: Date | undefined;
  failedBackup: Date | undefined;
  /** Room on the disk of the database, in bytes. */
  freeBytes: number;
}
