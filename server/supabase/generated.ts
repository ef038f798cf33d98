export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      beta_application_events: {
        Row: {
          actor: string;
          application_id: string;
          created_at: string;
          from_status: string | null;
          id: string;
          note: string | null;
          to_status: string;
        };
        ComputedFields: never;
        Insert: {
          actor: string;
          application_id: string;
          created_at?: string;
          from_status?: string | null;
          id?: string;
          note?: string | null;
          to_status: string;
        };
        Update: {
          actor?: string;
          application_id?: string;
          created_at?: string;
          from_status?: string | null;
          id?: string;
          note?: string | null;
          to_status?: string;
        };
        Relationships: [
          {
            foreignKeyName: "beta_application_events_application_id_fkey";
            columns: ["application_id"];
            isOneToOne: false;
            referencedRelation: "beta_applications";
            referencedColumns: ["id"];
          },
        ];
      };
      beta_applications: {
        Row: {
          company: string | null;
          created_at: string;
          email: string;
          id: string;
          name: string;
          reason: string;
          reviewed_at: string | null;
          role: string;
          status: string;
        };
        ComputedFields: never;
        Insert: {
          company?: string | null;
          created_at?: string;
          email: string;
          id?: string;
          name: string;
          reason: string;
          reviewed_at?: string | null;
          role: string;
          status?: string;
        };
        Update: {
          company?: string | null;
          created_at?: string;
          email?: string;
          id?: string;
          name?: string;
          reason?: string;
          reviewed_at?: string | null;
          role?: string;
          status?: string;
        };
        Relationships: [];
      };
      consent_events: {
        Row: {
          client_hash: string | null;
          event: string;
          happened_at: string;
          id: string;
          person: string;
          proof: string | null;
          text_version: string | null;
        };
        ComputedFields: never;
        Insert: {
          client_hash?: string | null;
          event: string;
          happened_at?: string;
          id?: string;
          person: string;
          proof?: string | null;
          text_version?: string | null;
        };
        Update: {
          client_hash?: string | null;
          event?: string;
          happened_at?: string;
          id?: string;
          person?: string;
          proof?: string | null;
          text_version?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "consent_events_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "mailable";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "consent_events_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "people";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "consent_events_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "troubled_emails";
            referencedColumns: ["person"];
          },
          {
            foreignKeyName: "consent_events_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "waitlist";
            referencedColumns: ["id"];
          },
        ];
      };
      email_batches: {
        Row: {
          attempts: number;
          digest: string | null;
          id: string;
          leased_until: string | null;
          not_before: string;
          sealed_at: string | null;
          size: number | null;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          digest?: string | null;
          id?: string;
          leased_until?: string | null;
          not_before?: string;
          sealed_at?: string | null;
          size?: number | null;
        };
        Update: {
          attempts?: number;
          digest?: string | null;
          id?: string;
          leased_until?: string | null;
          not_before?: string;
          sealed_at?: string | null;
          size?: number | null;
        };
        Relationships: [];
      };
      email_outbox: {
        Row: {
          application_id: string | null;
          attempts: number;
          batch: string | null;
          bounced_at: string | null;
          complained_at: string | null;
          created_at: string;
          doubtful_since: string | null;
          email: string;
          failed_at: string | null;
          failing_since: string | null;
          id: string;
          kind: string;
          last_error: string | null;
          leased_until: string | null;
          not_before: string;
          parameters: NonNullable<Json>;
          provider_id: string | null;
          scheduled: boolean;
          sent_at: string | null;
          to_list: boolean;
          turn: number;
          update_hash: string | null;
          wave: number | null;
        };
        ComputedFields: never;
        Insert: {
          application_id?: string | null;
          attempts?: number;
          batch?: string | null;
          bounced_at?: string | null;
          complained_at?: string | null;
          created_at?: string;
          doubtful_since?: string | null;
          email: string;
          failed_at?: string | null;
          failing_since?: string | null;
          id?: string;
          kind: string;
          last_error?: string | null;
          leased_until?: string | null;
          not_before?: string;
          parameters?: NonNullable<Json>;
          provider_id?: string | null;
          scheduled?: boolean;
          sent_at?: string | null;
          to_list?: boolean;
          turn?: never;
          update_hash?: string | null;
          wave?: number | null;
        };
        Update: {
          application_id?: string | null;
          attempts?: number;
          batch?: string | null;
          bounced_at?: string | null;
          complained_at?: string | null;
          created_at?: string;
          doubtful_since?: string | null;
          email?: string;
          failed_at?: string | null;
          failing_since?: string | null;
          id?: string;
          kind?: string;
          last_error?: string | null;
          leased_until?: string | null;
          not_before?: string;
          parameters?: NonNullable<Json>;
          provider_id?: string | null;
          scheduled?: boolean;
          sent_at?: string | null;
          to_list?: boolean;
          turn?: never;
          update_hash?: string | null;
          wave?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "email_outbox_application_id_fkey";
            columns: ["application_id"];
            isOneToOne: false;
            referencedRelation: "beta_applications";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "email_outbox_update_hash_fkey";
            columns: ["update_hash"];
            isOneToOne: false;
            referencedRelation: "email_updates";
            referencedColumns: ["hash"];
          },
        ];
      };
      email_suppressions: {
        Row: {
          created_at: string;
          erased: boolean;
          hash: string;
          reason: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          erased?: boolean;
          hash: string;
          reason: string;
        };
        Update: {
          created_at?: string;
          erased?: boolean;
          hash?: string;
          reason?: string;
        };
        Relationships: [];
      };
      email_tokens: {
        Row: {
          created_at: string;
          expires_at: string;
          hash: string;
          person: string;
          purpose: string;
          spent_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          expires_at: string;
          hash: string;
          person: string;
          purpose: string;
          spent_at?: string | null;
        };
        Update: {
          created_at?: string;
          expires_at?: string;
          hash?: string;
          person?: string;
          purpose?: string;
          spent_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "email_tokens_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "mailable";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "email_tokens_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "people";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "email_tokens_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "troubled_emails";
            referencedColumns: ["person"];
          },
          {
            foreignKeyName: "email_tokens_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "waitlist";
            referencedColumns: ["id"];
          },
        ];
      };
      email_update_recipients: {
        Row: {
          hash: string;
          id: string;
          name: string;
          person: string;
          queued_at: string;
        };
        ComputedFields: never;
        Insert: {
          hash: string;
          id?: string;
          name: string;
          person: string;
          queued_at?: string;
        };
        Update: {
          hash?: string;
          id?: string;
          name?: string;
          person?: string;
          queued_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "email_update_recipients_hash_fkey";
            columns: ["hash"];
            isOneToOne: false;
            referencedRelation: "email_updates";
            referencedColumns: ["hash"];
          },
          {
            foreignKeyName: "email_update_recipients_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "mailable";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "email_update_recipients_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "people";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "email_update_recipients_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "troubled_emails";
            referencedColumns: ["person"];
          },
          {
            foreignKeyName: "email_update_recipients_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "waitlist";
            referencedColumns: ["id"];
          },
        ];
      };
      email_updates: {
        Row: {
          created_at: string;
          hash: string;
          parameters: NonNullable<Json>;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          hash: string;
          parameters: NonNullable<Json>;
        };
        Update: {
          created_at?: string;
          hash?: string;
          parameters?: NonNullable<Json>;
        };
        Relationships: [];
      };
      erasures: {
        Row: {
          applications_until: string | null;
          erased_at: string;
          hash: string | null;
          id: string;
          removed: NonNullable<Json>;
        };
        ComputedFields: never;
        Insert: {
          applications_until?: string | null;
          erased_at?: string;
          hash?: string | null;
          id?: string;
          removed: NonNullable<Json>;
        };
        Update: {
          applications_until?: string | null;
          erased_at?: string;
          hash?: string | null;
          id?: string;
          removed?: NonNullable<Json>;
        };
        Relationships: [];
      };
      import_people: {
        Row: {
          added: boolean;
          id: string;
          import: string;
          person: string;
          source: string | null;
          tagged: boolean;
        };
        ComputedFields: never;
        Insert: {
          added: boolean;
          id?: string;
          import: string;
          person: string;
          source?: string | null;
          tagged: boolean;
        };
        Update: {
          added?: boolean;
          id?: string;
          import?: string;
          person?: string;
          source?: string | null;
          tagged?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: "import_people_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "mailable";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "import_people_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "people";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "import_people_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "troubled_emails";
            referencedColumns: ["person"];
          },
          {
            foreignKeyName: "import_people_person_fkey";
            columns: ["person"];
            isOneToOne: false;
            referencedRelation: "waitlist";
            referencedColumns: ["id"];
          },
        ];
      };
      mail_drafts: {
        Row: {
          id: string;
          kind: string;
          markdown: string;
          name: string;
          subject: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          id?: string;
          kind: string;
          markdown: string;
          name?: string;
          subject?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          kind?: string;
          markdown?: string;
          name?: string;
          subject?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      migration_files: {
        Row: {
          name: string;
          release: string;
          sha256: string;
          version: string;
        };
        ComputedFields: never;
        Insert: {
          name: string;
          release: string;
          sha256: string;
          version: string;
        };
        Update: {
          name?: string;
          release?: string;
          sha256?: string;
          version?: string;
        };
        Relationships: [];
      };
      place_marks: {
        Row: {
          ahead: number;
          friends: number;
          hour: string;
          marked_at: string;
        };
        ComputedFields: never;
        Insert: {
          ahead: number;
          friends: number;
          hour: string;
          marked_at?: string;
        };
        Update: {
          ahead?: number;
          friends?: number;
          hour?: string;
          marked_at?: string;
        };
        Relationships: [];
      };
      rate_limits: {
        Row: {
          key: string;
          tat: string;
        };
        ComputedFields: never;
        Insert: {
          key: string;
          tat: string;
        };
        Update: {
          key?: string;
          tat?: string;
        };
        Relationships: [];
      };
      spent_captchas: {
        Row: {
          expires_at: string;
          hash: string;
        };
        ComputedFields: never;
        Insert: {
          expires_at: string;
          hash: string;
        };
        Update: {
          expires_at?: string;
          hash?: string;
        };
        Relationships: [];
      };
      suppression_key: {
        Row: {
          id: boolean;
          inner_key: string;
          outer_key: string;
        };
        ComputedFields: never;
        Insert: {
          id?: boolean;
          inner_key: string;
          outer_key: string;
        };
        Update: {
          id?: boolean;
          inner_key?: string;
          outer_key?: string;
        };
        Relationships: [];
      };
      system_times: {
        Row: {
          at: string;
          name: string;
          place: Json | null;
          reason: string | null;
          why: string | null;
        };
        ComputedFields: never;
        Insert: {
          at?: string;
          name: string;
          place?: Json | null;
          reason?: string | null;
          why?: string | null;
        };
        Update: {
          at?: string;
          name?: string;
          place?: Json | null;
          reason?: string | null;
          why?: string | null;
        };
        Relationships: [];
      };
      visits: {
        Row: {
          quarter: string;
          source: string;
          visits: number;
        };
        ComputedFields: never;
        Insert: {
          quarter: string;
          source: string;
          visits?: number;
        };
        Update: {
          quarter?: string;
          source?: string;
          visits?: number;
        };
        Relationships: [];
      };
      waitlist: {
        Row: {
          answers: NonNullable<Json>;
          confirmed_at: string | null;
          created_at: string;
          email: string;
          email_hash: string;
          friends: number;
          id: string;
          invite_code: string | null;
          invited_at: string | null;
          joined_at: string | null;
          name: string | null;
          note: string | null;
          notified: boolean;
          notified_at: string | null;
          redeemed_at: string | null;
          referred_by: string | null;
          sender_credit: string | null;
          share_code: string;
          source: string | null;
          tags: string[];
          unsubscribed_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          answers?: NonNullable<Json>;
          confirmed_at?: string | null;
          created_at?: string;
          email: string;
          email_hash?: string;
          friends?: number;
          id?: string;
          invite_code?: string | null;
          invited_at?: string | null;
          joined_at?: string | null;
          name?: string | null;
          note?: string | null;
          notified?: boolean;
          notified_at?: string | null;
          redeemed_at?: string | null;
          referred_by?: string | null;
          sender_credit?: string | null;
          share_code?: string;
          source?: string | null;
          tags?: string[];
          unsubscribed_at?: string | null;
        };
        Update: {
          answers?: NonNullable<Json>;
          confirmed_at?: string | null;
          created_at?: string;
          email?: string;
          email_hash?: string;
          friends?: number;
          id?: string;
          invite_code?: string | null;
          invited_at?: string | null;
          joined_at?: string | null;
          name?: string | null;
          note?: string | null;
          notified?: boolean;
          notified_at?: string | null;
          redeemed_at?: string | null;
          referred_by?: string | null;
          sender_credit?: string | null;
          share_code?: string;
          source?: string | null;
          tags?: string[];
          unsubscribed_at?: string | null;
        };
        Relationships: [];
      };
      webhook_events: {
        Row: {
          attempts: number;
          created_at: string;
          failed_at: string | null;
          failing_since: string | null;
          id: string;
          last_error: string | null;
          leased_until: string | null;
          not_before: string;
          subject: string;
          type: string;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          created_at?: string;
          failed_at?: string | null;
          failing_since?: string | null;
          id?: string;
          last_error?: string | null;
          leased_until?: string | null;
          not_before?: string;
          subject: string;
          type: string;
        };
        Update: {
          attempts?: number;
          created_at?: string;
          failed_at?: string | null;
          failing_since?: string | null;
          id?: string;
          last_error?: string | null;
          leased_until?: string | null;
          not_before?: string;
          subject?: string;
          type?: string;
        };
        Relationships: [];
      };
    };
    Views: {
      failed_emails: {
        Row: {
          attempts: number;
          created_at: string;
          email: string;
          failed_at: string | null;
          id: string;
          kind: string;
          last_error: string | null;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number | null;
          created_at?: string | null;
          email?: string | null;
          failed_at?: string | null;
          id?: string | null;
          kind?: string | null;
          last_error?: string | null;
        };
        Update: {
          attempts?: number | null;
          created_at?: string | null;
          email?: string | null;
          failed_at?: string | null;
          id?: string | null;
          kind?: string | null;
          last_error?: string | null;
        };
        Relationships: [];
      };
      mailable: {
        Row: {
          answers: NonNullable<Json>;
          confirmed_at: string | null;
          created_at: string;
          email: string;
          email_hash: string;
          friends: number;
          id: string;
          invite_code: string | null;
          invited_at: string | null;
          joined_at: string | null;
          name: string | null;
          note: string | null;
          notified: boolean;
          notified_at: string | null;
          redeemed_at: string | null;
          referred_by: string | null;
          sender_credit: string | null;
          share_code: string;
          source: string | null;
          status: string | null;
          suppression: string | null;
          tags: string[];
          unsubscribed_at: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      people: {
        Row: {
          answers: NonNullable<Json>;
          confirmed_at: string | null;
          created_at: string;
          email: string;
          email_hash: string;
          friends: number;
          id: string;
          invite_code: string | null;
          invited_at: string | null;
          joined_at: string | null;
          name: string | null;
          note: string | null;
          notified: boolean;
          notified_at: string | null;
          redeemed_at: string | null;
          referred_by: string | null;
          sender_credit: string | null;
          share_code: string;
          source: string | null;
          status: string | null;
          suppression: string | null;
          tags: string[];
          unsubscribed_at: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      troubled_emails: {
        Row: {
          created_at: string;
          email: string;
          happened_at: string | null;
          id: string;
          kind: string;
          last_error: string | null;
          person: string | null;
          source: string | null;
          trouble: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
    };
    Functions: {
      add_imported: { Args: { people: string }; Returns: Record<string, unknown> };
      admit_submission: {
        Args: {
          bucket: string;
          burst: number;
          seconds_per_request: number;
          solution_expires_at: string;
          solution_hash: string;
        };
        Returns: Json;
      };
      announce_page: { Args: { request: string }; Returns: Json };
      applied_migrations: { Args: Record<PropertyKey, never>; Returns: Json };
      apply_for_beta: {
        Args: {
          application: string;
          bucket: string;
          burst: number;
          seconds_per_request: number;
          solution_expires_at?: string;
          solution_hash?: string;
        };
        Returns: Json;
      };
      are_places_shown: { Args: { shown_from: number }; Returns: boolean };
      cancel_wave_page: { Args: { after_at?: string; number: number }; Returns: Json };
      check_store: { Args: Record<PropertyKey, never>; Returns: string };
      chosen_people: { Args: { conditions: string; ids: string[] }; Returns: string[] };
      claim_batch: { Args: { lease_seconds: number; most: number }; Returns: Json };
      claim_due: {
        Args: { doubt_hours: number; ends: number; first: number; lease_seconds: number; most: number };
        Returns: Json;
      };
      claim_emails: {
        Args: { batch: number; doubt_hours?: number; in_batch?: number; lease_seconds: number; per_second?: number };
        Returns: Json;
      };
      claim_webhook_event: { Args: { lease_seconds: number }; Returns: Json };
      columns_of: { Args: { name: string }; Returns: string[] };
      confirm_email: { Args: { client_hash?: string; token_hash: string; tokens?: string }; Returns: Json };
      confirm_imported: { Args: { added: string[]; people: string; proof: string }; Returns: string[] };
      correct_email: { Args: { applications?: string; corrected: string; person: string }; Returns: string };
      count_visit: {
        Args: { bucket: string; burst: number; seconds_per_request: number; source: string };
        Returns: number;
      };
      count_wave_from: { Args: { start: string }; Returns: undefined };
      credit_referrer: { Args: { person: string }; Returns: undefined };
      current_review: { Args: Record<PropertyKey, never>; Returns: Json };
      describe_application_status: { Args: { application: string }; Returns: string };
      digest_queued: { Args: { day: string }; Returns: boolean };
      email_mailbox_v1: { Args: { email: string }; Returns: string };
      email_report: { Args: Record<PropertyKey, never>; Returns: Json };
      end_batches: { Args: Record<PropertyKey, never>; Returns: undefined };
      enqueue_asked_email: { Args: { application?: string; asked_kind: string; person: string }; Returns: boolean };
      erase_applications: { Args: { made_until: string; most: number }; Returns: Json };
      erase_by_link: { Args: { token_hash: string }; Returns: boolean };
      erase_person: { Args: { person: string }; Returns: Json };
      fail_email: { Args: { people: string; provider: string; reason: string }; Returns: boolean };
      forget_later_clock: { Args: Record<PropertyKey, never>; Returns: undefined };
      free_share_code: { Args: Record<PropertyKey, never>; Returns: string };
      growth_report: { Args: { since?: string; until?: string }; Returns: Json };
      has_applied: { Args: { email: string }; Returns: boolean };
      hold_batch: { Args: { wanted: string }; Returns: undefined };
      import_applications: {
        Args: { applications: string; dry_run?: boolean; override_suppression?: boolean };
        Returns: Json;
      };
      import_waitlist: {
        Args: {
          confirmed_by?: string;
          dry_run?: boolean;
          from_source?: string;
          override_suppression?: boolean;
          people: string;
          reported?: boolean;
          tag?: string;
        };
        Returns: Json;
      };
      imported_rows: {
        Args: { people: string };
        Returns: {
          again: boolean;
          confirmed_at: string;
          email: string;
          suppress: string;
          unsubscribed_at: string;
        }[];
      };
      is_off_by_bounce: { Args: { person: string }; Returns: boolean };
      join_waitlist: {
        Args: {
          bucket: string;
          burst: number;
          client_hash?: string;
          consent_text?: string;
          seconds_per_request: number;
          solution_expires_at?: string;
          solution_hash?: string;
          subscriber: string;
          via?: string;
        };
        Returns: Json;
      };
      known_json: { Args: { given: string; keys: string[] }; Returns: Json };
      launch_report: { Args: { reply_hours: number }; Returns: Json };
      lift_bounce: { Args: { person: string }; Returns: boolean };
      lift_bounces: { Args: { people: string }; Returns: number };
      lift_suppression: { Args: { person: string; reasons: string[] }; Returns: undefined };
      list_counts: {
        Args: { most?: number };
        Returns: {
          bounced: number;
          complained: number;
          sent: number;
        }[];
      };
      list_waits: { Args: Record<PropertyKey, never>; Returns: boolean };
      lock_mailbox: { Args: { person: string }; Returns: undefined };
      mark_places: { Args: Record<PropertyKey, never>; Returns: undefined };
      mark_waitlist: { Args: { addresses: string; dry_run?: boolean; event: string }; Returns: Json };
      movement_report: { Args: { time_zone?: string }; Returns: Json };
      new_id: { Args: Record<PropertyKey, never>; Returns: string };
      new_share_code: { Args: Record<PropertyKey, never>; Returns: string };
      new_subscriber: {
        Args: { given: string };
        Returns: {
          answers: NonNullable<Json>;
          confirmed_at: string | null;
          created_at: string;
          email: string;
          email_hash: string;
          friends: number;
          id: string;
          invite_code: string | null;
          invited_at: string | null;
          joined_at: string | null;
          name: string | null;
          note: string | null;
          notified: boolean;
          notified_at: string | null;
          redeemed_at: string | null;
          referred_by: string | null;
          sender_credit: string | null;
          share_code: string;
          source: string | null;
          tags: string[];
          unsubscribed_at: string | null;
        };
        SetofOptions: {
          from: "*";
          to: "waitlist";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      next_wave: { Args: Record<PropertyKey, never>; Returns: number };
      note_rest: { Args: { everybody?: boolean; seconds: number; why: string }; Returns: undefined };
      pause_list: { Args: { why?: string }; Returns: undefined };
      people_groups: { Args: { most: number }; Returns: Json };
      people_where: { Args: { conditions: string }; Returns: string };
      person_data: { Args: { person: string }; Returns: Json };
      place_of: { Args: { person: string }; Returns: number };
      platform_report: { Args: Record<PropertyKey, never>; Returns: Json };
      prune_accounts: { Args: { after_id: string; scan: number; untouched_since: string }; Returns: Json };
      prune_page: { Args: { request: string }; Returns: Json };
      queue_operator_mails: { Args: { email: string; mails: string }; Returns: number };
      queue_webhook_event: { Args: { subject: string; type: string }; Returns: undefined };
      reason_not_to_send: { Args: { application: string; mail: string; person: string }; Returns: string };
      record_email_event: { Args: { event: string; people: string; provider?: string }; Returns: number };
      register_email_tokens: { Args: { tokens: string }; Returns: undefined };
      release_imported: { Args: { people: string }; Returns: string[] };
      retry_emails: { Args: { held?: string; most: number; people?: string; person?: string }; Returns: number };
      review_application: {
        Args: {
          actor: string;
          application: string;
          decision?: string;
          dry_run?: boolean;
          event: string;
          mail_after_seconds?: number;
          note?: string;
        };
        Returns: Json;
      };
      review_report: { Args: { reply_hours: number; since?: string; until?: string }; Returns: Json };
      save_answers: { Args: { given: string; person: string }; Returns: boolean };
      schema_sha256: { Args: Record<PropertyKey, never>; Returns: string };
      seal_batch: { Args: { attempt: number; request_hash: string; wanted: string }; Returns: boolean };
      send_again: { Args: { asked?: string; person: string }; Returns: string };
      sender_report: { Args: Record<PropertyKey, never>; Returns: Json };
      settle_batch: {
        Args: { attempt: number; code?: string; outcome: string; results?: string; wanted: string };
        Returns: undefined;
      };
      settle_emails: { Args: { results: string }; Returns: number };
      settle_webhook_event: { Args: { attempt: number; error?: string; event: string }; Returns: undefined };
      show_place: { Args: { shown_from?: number; token_hash: string }; Returns: Json };
      stats_report: { Args: { bucket: string; bucket_zone?: string; conditions?: string }; Returns: Json };
      suppress_email: { Args: { person: string; why: string }; Returns: undefined };
      suppression_hash: { Args: { person: string }; Returns: string };
      suppression_reason: { Args: { person: string }; Returns: string };
      sweep_expired: { Args: Record<PropertyKey, never>; Returns: boolean };
      tables_of_persons: {
        Args: Record<PropertyKey, never>;
        Returns: {
          condition: string;
          source: string;
        }[];
      };
      tag_imported: { Args: { added: string[]; from_source: string; people: string; tag: string }; Returns: number };
      tag_people: { Args: { people: string; present?: boolean; tag: string }; Returns: number };
      take_all_rate_limits: {
        Args: { buckets: string[]; bursts: number[]; seconds_per_request: number[] };
        Returns: number;
      };
      take_rate_limit: { Args: { bucket: string; burst: number; seconds_per_request: number }; Returns: number };
      undo_import_page: { Args: { after?: string; dry_run?: boolean; tag: string }; Returns: Json };
      unsubscribe_email: { Args: { client_hash?: string; token_hash: string }; Returns: boolean };
      unsubscribe_imported: { Args: { added: string[]; people: string }; Returns: number };
      values_in_mail: { Args: { mail: string; person: string; text_hash: string }; Returns: Json };
      watch_list: { Args: { only_sent?: boolean }; Returns: undefined };
      wave_report: { Args: Record<PropertyKey, never>; Returns: Json };
      withdraw_consent: {
        Args: { client?: string; person: string; since?: string; told_by?: string };
        Returns: boolean;
      };
      write_note: { Args: { before?: string; person: string; written?: string }; Returns: boolean };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
