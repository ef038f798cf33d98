import type { MemoryState } from "./memory.ts";
import type { AdmissionArgs, CallFunction } from "./sql.ts";

/** A bucket of `burst` requests that refills one every `secondsPerRequest`; its key has nothing personal but a keyed hash. */
export interface Bucket {
  key: string;
  burst: number;
  secondsPerRequest: number;
}

/** A solved captcha that is good for one submission. */
export interface Solution {
  /** Keyed hash of what makes it one of a kind. */
  hash: string;
  expiresAt: Date;
}

/** What a submission has to pass before it is stored, in the transaction that stores it. */
export interface Admission {
  /** What its sender takes it from. */
  bucket: Bucket;
  /** Spent before anything else; absent where the captcha's provider spends its tokens itself. */
  solution?: Solution;
  /** Whether the field was filled that only a machine fills: then it is counted and not stored. */
  trapped: boolean;
}

/** Why a submission was not let in. `wait` is in whole seconds. */
export type Refusal = { outcome: "captcha_spent" } | { outcome: "rate_limited"; wait: number };

/** What came of a submission: one of its use case's own outcomes, or why it was not let in. */
export type Outcome<Own extends string> = Refusal | { outcome: Own };

/** Whether a submission was not let in. */
export const isRefusal = (answer: Refusal | { outcome: string }): answer is Refusal =>
  answer.outcome === "captcha_spent" || answer.outcome === "rate_limited";

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
