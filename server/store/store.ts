import type { Admission, Bucket, Outcome } from "./admission.ts";
import type { AdmissionArgs, CallFunction } from "./functions.ts";
import type { MemoryState } from "./memoryState.ts";

/** A form's use case as a store carries it out: in the database, and the same in memory. */
export interface Submission<Content, Own extends string> {
  /** What may come of it; the first is success, which is also what a trapped sender hears. */
  outcomes: readonly [Own, ...Own[]];
  /** Calls the form's function of supabase/migrations. What is null is left out: every function has it as default. */
  call(call: CallFunction, content: Content, admission: AdmissionArgs): Promise<unknown>;
  /** Does in memory, for the mocks and unit tests, what the function does once the sender is let in. */
  remember(state: MemoryState, content: Content): Own;
}

/** The challenges one client has `taken` and its bucket not refilled, and the unexpired solutions that all have `spent`. */
export interface ChallengeCount {
  /** Whole seconds to wait; 0 when the challenge may be given. */
  wait: number;
  taken: number;
  spent: number;
}

/** A link of a mail, followed. */
export interface MailLink {
  /** SHA-256 of its token, in hex. */
  tokenHash: string;
  /** Keyed hash of the network address it was followed from, in hex, where that is known. */
  clientHash?: string;
}

/** What a mail provider reports. */
export interface MailEvent {
  event: "bounced" | "complained";
  /** Addresses in their normal form. */
  emails: readonly string[];
  /** The provider's id of the mail, where it says. */
  providerId?: string;
}

/** How many mails may go to one recipient and over all; the spans are in seconds. */
export interface MailLimit {
  secondsBetween: number;
  perHour: number;
  overallBurst: number;
  overallSeconds: number;
}

/**
 * What the backend asks of its data, a method per use case; each is one transaction, which joins that come at once may
 * share (docs/decisions/0181). What a method answers was done; what it throws was not, in any part (0095). Each throws
 * ProblemError `store_unavailable`.
 */
export interface Store {
  /** Lets a form's sender in and stores what was sent, or says why not. */
  submit<Content, Own extends string>(
    submission: Submission<Content, Own>,
    content: Content,
    admission: Admission,
  ): Promise<Outcome<Own>>;
  /** Takes one request from a bucket. Answers the whole seconds to wait, 0 when it conforms. */
  take(bucket: Bucket): Promise<number>;
  /** Takes a captcha challenge from a bucket; solutions are counted up to `most`. */
  takeChallenge(bucket: Bucket, most: number): Promise<ChallengeCount>;
  /** Takes a mail to a recipient, given as a keyed hash. Answers the whole seconds to wait, 0 when it may go. */
  takeMail(recipient: string, limit: MailLimit): Promise<number>;
  /** Whether an address belongs to an applicant. */
  hasApplied(email: string): Promise<boolean>;
  /** Spends a link of a mail that confirms an address. Answers whether it is confirmed: twice is success. */
  confirm(link: MailLink): Promise<boolean>;
  /** Takes the address that a link of a mail was made for off the list. Answers whether the link is known. */
  unsubscribe(link: MailLink): Promise<boolean>;
  /** Never mails addresses again that have bounced or complained; those that we have nothing to do with are left alone. */
  recordMailEvent(event: MailEvent): Promise<void>;
  /** Resolves when a join would be stored now: tries one and takes it back. */
  check(): Promise<void>;
}
