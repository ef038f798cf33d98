import type { ApplicationStatus, Role } from "../contract/limits.ts";
import type { Database as Generated } from "./generated.ts";

/** Why an address is on the suppression list. */
export type SuppressionReason = "erased" | "unsubscribed" | "bounced" | "complained";

/** `T` with some members narrowed to the values that a CHECK allows, which the generated types lack. */
type Narrowed<T, N> = { [K in keyof T]: K extends keyof N ? N[K] : T[K] };
type NarrowedTable<T, N> = { [K in keyof T]: K extends "Row" | "Insert" | "Update" ? Narrowed<T[K], N> : T[K] };

/** Columns and arguments that accept certain words only. */
interface Words {
  beta_applications: { role: Role; status: ApplicationStatus };
  beta_application_events: { from_status: ApplicationStatus | null; to_status: ApplicationStatus };
  email_suppressions: { reason: SuppressionReason };
  count_trapped: { sent_form: "waitlist" | "beta" };
  data_report: { subject: "waitlist" | "beta_applications" };
  mark_waitlist: { event: "unsubscribed" | "notified" };
  record_email_event: { event: "bounced" | "complained" };
  review_application: { decision?: ApplicationStatus };
  stats_report: { bucket: "day" | "week" };
  suppress_email: { why: SuppressionReason };
}

type Public = Generated["public"];
type Tables = {
  [Name in keyof Public["Tables"]]: Name extends keyof Words
    ? NarrowedTable<Public["Tables"][Name], Words[Name]>
    : Public["Tables"][Name];
};
type Functions = {
  [Name in keyof Public["Functions"]]: Name extends keyof Words
    ? {
        Args: Narrowed<Public["Functions"][Name]["Args"], Words[Name]>;
        Returns: Public["Functions"][Name]["Returns"];
      }
    : Public["Functions"][Name];
};

/** The public schema of supabase/migrations, in the form that supabase-js expects. */
export type Database = { public: { Tables: Tables; Views: Public["Views"]; Functions: Functions } };

/** A row of the waitlist. */
export type WaitlistRow = Tables["waitlist"]["Row"];
/** A row of the history of decisions. */
export type ApplicationEventRow = Tables["beta_application_events"]["Row"];
/** A beta application as it is stored. */
export type BetaApplicationRow = Tables["beta_applications"]["Row"];
