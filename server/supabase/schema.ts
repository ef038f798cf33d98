import type { Role } from "../contract/limits.ts";

/** Status of a beta application (requirements 3: `pending` on creation). */
export type ApplicationStatus = "pending" | "accepted" | "declined";

// Type aliases, not interfaces: supabase-js wants an implicit index signature.
export type WaitlistRow = {
  id: string;
  email: string;
  notified: boolean;
  created_at: string;
  confirmed_at: string | null;
  unsubscribed_at: string | null;
  source: string | null;
};

export type BetaApplicationRow = {
  id: string;
  name: string;
  email: string;
  company: string | null;
  role: Role;
  reason: string;
  status: ApplicationStatus;
  created_at: string;
  reviewed_at: string | null;
};

/** Why an address is on the suppression list. */
export type SuppressionReason = "erased" | "bounced" | "complained";

export type EmailSuppressionRow = { hash: string; reason: SuppressionReason; created_at: string };
export type SuppressionKeyRow = { id: string; inner_key: string; outer_key: string; created_at: string };

/** What one batch of an import takes besides its rows. */
type ImportOptions = { override_suppression: boolean; rehearsal: boolean };

type Table<Row, Required extends keyof Row> = {
  Row: Row;
  Insert: Pick<Row, Required> & Partial<Row>;
  Update: Partial<Row>;
  Relationships: [];
};

/** The public schema as supabase/migrations make it, in the form supabase-js takes. */
export type Database = {
  public: {
    Tables: {
      waitlist: Table<WaitlistRow, "email">;
      beta_applications: Table<BetaApplicationRow, "name" | "email" | "role" | "reason">;
      email_suppressions: Table<EmailSuppressionRow, "hash" | "reason">;
      suppression_keys: Table<SuppressionKeyRow, "inner_key" | "outer_key">;
    };
    Views: Record<never, never>;
    Functions: {
      check_store: { Args: Record<never, never>; Returns: boolean };
      count_trapped: { Args: { sent_form: "waitlist" | "beta" }; Returns: number };
      data_report: { Args: { subject: "waitlist" | "beta_applications"; after?: string }; Returns: unknown };
      erase_person: { Args: { person: string }; Returns: unknown };
      import_applications: { Args: { applications: string } & ImportOptions; Returns: unknown };
      import_waitlist: { Args: { people: string } & ImportOptions; Returns: unknown };
      mark_waitlist: { Args: { addresses: string; event: "unsubscribed" | "notified" }; Returns: unknown };
      person_data: { Args: { person: string }; Returns: unknown };
      schema_report: { Args: Record<never, never>; Returns: unknown };
      stats_report: { Args: { bucket: "day" | "week"; since?: string; until?: string }; Returns: unknown };
      spend_captcha: { Args: { solution_hash: string; solution_expires_at: string }; Returns: boolean };
      suppress_email: { Args: { person: string; why: SuppressionReason }; Returns: undefined };
      suppression_hashes: { Args: { person: string }; Returns: string[] };
      suppressed_among: { Args: { addresses: string }; Returns: unknown };
      suppressions_of: { Args: { person: string }; Returns: unknown };
      take_challenge: {
        Args: { bucket: string; burst: number; seconds_per_request: number; most: number };
        Returns: unknown;
      };
      take_mail_limit: {
        Args: {
          recipient: string;
          seconds_between: number;
          per_hour: number;
          overall_burst: number;
          overall_seconds: number;
        };
        Returns: number;
      };
      take_rate_limit: { Args: { bucket: string; burst: number; seconds_per_request: number }; Returns: number };
      trapped_report: { Args: { since?: string; until?: string }; Returns: unknown };
    };
  };
};
