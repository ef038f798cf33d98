import * as v from "valibot";
import { type ApplicationStatus, applicationStatuses, roles } from "../contract/limits.ts";
import { betaFields } from "../contract/beta.ts";
import { waitlistFields } from "../contract/waitlist.ts";
import type { Database as Generated } from "./generated.ts";

type Public = Generated["public"];

/** The words that columns accept, as their CHECKs have them and the generated types do not. A test compares them with the database. */
export const columnWords = {
  beta_applications: { role: roles, status: applicationStatuses },
  beta_application_events: { from_status: applicationStatuses, to_status: applicationStatuses },
  consent_events: { event: ["asked", "corrected", "confirmation_requested", "confirmed", "unsubscribed"] },
  email_suppressions: { reason: ["erased", "unsubscribed", "bounced", "complained"] },
  email_tokens: { purpose: ["confirm", "unsubscribe", "place"] },
  mail_drafts: { kind: ["launch-announcement", "update", "waitlist-confirmation"] },
  system_times: {
    name: [
      "list_paused",
      "list_counted",
      "sender_rests",
      "webhook_asked",
      "store_checked",
      "pruned",
      "mail_pace",
      "mail_limited",
      "list_waits",
    ],
    reason: ["operator", "bounces", "complaints"],
  },
  webhook_events: {
    type: [
      "waitlist.joined",
      "waitlist.confirmed",
      "waitlist.unsubscribed",
      "waitlist.invited",
      "beta.submitted",
      "beta.decided",
    ],
  },
  waitlist: { sender_credit: ["counted", "oneself", "mailbox_counted", "same_network"] },
} as const satisfies {
  [Name in keyof Public["Tables"]]?: { [Column in keyof Public["Tables"][Name]["Row"]]?: readonly string[] };
};

export type ColumnWords = typeof columnWords;

/** This is `Words` itself. A function or an argument in it that the database does not have is a compile error. */
type ArgumentsOf<
  Words extends {
    [Name in keyof Words]: Name extends keyof Public["Functions"]
      ? { [Argument in keyof Words[Name]]: Argument extends keyof Public["Functions"][Name]["Args"] ? unknown : never }
      : never;
  },
> = Words;

/** Arguments that accept certain words only. */
type ArgumentWords = ArgumentsOf<{
  pause_list: { why?: ColumnWords["system_times"]["reason"][number] };
  mark_waitlist: { event: "unsubscribed" | "notified" };
  record_email_event: { event: "bounced" | "complained" };
  review_application: { decision?: ApplicationStatus };
  stats_report: { bucket: "day" | "week" };
  suppress_email: { why: ColumnWords["email_suppressions"]["reason"][number] };
}>;

/** A row that is read or written, with its columns narrowed to the words that they accept. */
type NarrowedRow<Row, Words> = {
  [Column in keyof Row]: Column extends keyof Words
    ? (Words[Column] extends readonly string[] ? Words[Column][number] : never) | Extract<Row[Column], null>
    : Row[Column];
};
type NarrowedTable<Table, Words> = {
  [Part in keyof Table]: Part extends "Row" | "Insert" | "Update" ? NarrowedRow<Table[Part], Words> : Table[Part];
};
type NarrowedArguments<Args, Words> = {
  [Argument in keyof Args]: Argument extends keyof Words ? Words[Argument] : Args[Argument];
};

/** The tables, with their columns narrowed to the words that they accept. */
export type Tables = {
  [Name in keyof Public["Tables"]]: Name extends keyof ColumnWords
    ? NarrowedTable<Public["Tables"][Name], ColumnWords[Name]>
    : Public["Tables"][Name];
};
type Functions = {
  [Name in keyof Public["Functions"]]: Name extends keyof ArgumentWords
    ? {
        Args: NarrowedArguments<Public["Functions"][Name]["Args"], ArgumentWords[Name]>;
        Returns: Public["Functions"][Name]["Returns"];
      }
    : Public["Functions"][Name];
};

/** The public schema of supabase/migrations, in the form that supabase-js expects. */
export type Database = { public: { Tables: Tables; Views: Public["Views"]; Functions: Functions } };

/**
 * A row of the waitlist without the columns that only the database uses: the hash, and the times of the last join
 * by the form and of the notification, which no file contains.
 */
export type WaitlistRow = Omit<Tables["waitlist"]["Row"], "email_hash" | "joined_at" | "notified_at">;
/** A row of the history of decisions. */
export type ApplicationEventRow = Tables["beta_application_events"]["Row"];
/** A beta application as it is stored. */
export type BetaApplicationRow = Tables["beta_applications"]["Row"];

/** Lists columns in an order; one of `Row` that is missing is a compile error. */
export const everyColumn =
  <Row>() =>
  <const Columns extends readonly (keyof Row)[]>(
    columns: Exclude<keyof Row, Columns[number]> extends never ? Columns : never,
  ): Columns =>
    columns;

/** The columns of the waitlist, in the order of files. */
export const waitlistColumns = everyColumn<WaitlistRow>()([
  "id",
  ...v.keyof(waitlistFields).options,
  "notified",
  "created_at",
  "confirmed_at",
  "unsubscribed_at",
  "source",
  "name",
  "tags",
  "note",
  "share_code",
  "referred_by",
  "sender_credit",
  "friends",
  "invite_code",
  "invited_at",
  "redeemed_at",
  "answers",
]);

/** The columns of beta applications, in the order of files. */
export const betaColumns = everyColumn<BetaApplicationRow>()([
  "id",
  ...v.keyof(betaFields).options,
  "status",
  "created_at",
  "reviewed_at",
]);
