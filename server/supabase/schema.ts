import type { Role } from "../contract/limits.ts";

/** Status of a beta application (spec section 3: `pending` on creation). */
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
    };
    Views: Record<never, never>;
    Functions: {
      data_report: { Args: Record<never, never>; Returns: unknown };
      erase_person: { Args: { person: string }; Returns: unknown };
      person_data: { Args: { person: string }; Returns: unknown };
      schema_report: { Args: Record<never, never>; Returns: unknown };
      stats_report: { Args: { bucket: "day" | "week"; since?: string; until?: string }; Returns: unknown };
      spend_captcha: { Args: { solution_hash: string; solution_expires_at: string }; Returns: boolean };
      take_rate_limit: { Args: { bucket: string; burst: number; seconds_per_request: number }; Returns: number };
    };
  };
};
