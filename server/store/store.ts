import type { Admission, Bucket, Outcome } from "./admission.ts";
import type { AdmissionArgs, CallFunction } from "./functions.ts";
import type { MemoryState } from "./memoryState.ts";

/** A form's use case, implemented twice: in the database and in memory. */
export interface Submission<Content, Own extends string> {
  /** Its possible outcomes. The first is success, which is also the answer to a bot that filled in the honeypot. */
  outcomes: readonly [Own, ...Own[]];
  /** Calls the form's function of supabase/migrations. Null arguments are left out, as null is their default. */
  call(call: CallFunction, content: Content, admission: AdmissionArgs): Promise<unknown>;
  /** The in-memory version, for mocks and unit tests, of what the function does after the admission. */
  remember(state: MemoryState, content: Content): Own;
}

/** A mail link that was followed. */
export interface MailLink {
  /** SHA-256 of its token, in hex. */
  tokenHash: string;
  /** Keyed hash of the client's network address, in hex, if known. */
  clientHash?: string;
}

/** A mail provider's report. */
export type MailEvent = {
  /** Addresses in their normal form. */
  emails: readonly string[];
} & (
  | {
      event: "bounced" | "complained";
      /** The provider's id of the mail, if given. */
      providerId?: string;
    }
  | {
      /** It accepted the mail and has not delivered it, for a reason that is not the address. */
      event: "unsent";
      providerId: string;
      /** The reason, as the outbox stores it. */
      code: string;
    }
);

/**
 * The backend's data, with one method per use case. Each is one transaction. If a method answers, its work was done completely; if
 * it throws, completely or not at all (docs/decisions/0095): the answer may have been lost. Each throws ProblemError
 * `store_unavailable`.
 */
export interface Store {
  /** Checks the admission of a submission and stores it, or says why not. */
  submit<Content, Own extends string>(
    submission: Submission<Content, Own>,
    content: Content,
    admission: Admission,
  ): Promise<Outcome<Own>>;
  /** Takes one request from a bucket. Returns the whole seconds to wait, 0 if the request is within the limit. */
  take(bucket: Bucket): Promise<number>;
  /** Takes one request from each of some buckets, or from none. Returns the longest wait, 0 if the request is within all limits. */
  takeAll(buckets: readonly Bucket[]): Promise<number>;
  /** Whether an address belongs to an applicant. */
  hasApplied(email: string): Promise<boolean>;
  /** Spends a confirmation link. Returns whether the address is confirmed; following the link twice is a success. */
  confirm(link: MailLink): Promise<boolean>;
  /** Unsubscribes the address that a mail link was made for. Returns whether the link is known. */
  unsubscribe(link: MailLink): Promise<boolean>;
  /**
   * Suppresses addresses that bounced or complained, or ends a mail unsent. Addresses and mails that we know nothing of are ignored.
   * Throws `store_unavailable` also if the mail may be one whose outcome is not recorded yet: the report has to be repeated.
   */
  recordMailEvent(event: MailEvent): Promise<void>;
  /** Resolves if a join could be stored now: stores one and rolls it back. */
  check(): Promise<void>;
}
