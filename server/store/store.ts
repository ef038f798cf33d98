import type { Bucket } from "../http/rateLimit.ts";
import type { PlaceAnswer } from "../contract/outcomes.ts";
import type { BetaApplicationRow, ColumnWords, Database, WaitlistRow } from "../supabase/schema.ts";

/** A form's use case, implemented twice: in the database and in memory. */
export interface Submission<Content, Own extends string> {
  outcomes: readonly Own[];
  /**
   * Calls the form's function of supabase/migrations. Null arguments are left out, as null is their default.
   * @param clientHash of the admission
   */
  call(call: CallFunction, content: Content, admission: AdmissionArgs, clientHash?: string): Promise<unknown>;
  /** The in-memory version, for mocks and unit tests, of what the function does after the admission. */
  remember(state: MemoryState, content: Content): Done<Own>;
}

/** A mail link that was followed. */
export interface MailLink {
  /** SHA-256 of its token, in hex. */
  tokenHash: string;
  /** Keyed hash of the client's network address, in hex, if known. */
  clientHash?: string | undefined;
}

/** What the links of mails are for. */
type LinkPurpose = ColumnWords["email_tokens"]["purpose"][number];

/** A link that becomes valid, by the SHA-256 of its token, in hex. */
export interface LinkEntry {
  hash: string;
  purpose: LinkPurpose;
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
      /** The provider accepted the mail and has not delivered it, for a reason that is not the address. */
      event: "failed";
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
  /**
   * Spends a confirmation link, and makes the links to the person's place valid that the answer brings. Returns
   * whose address is confirmed, if it is; following the link twice is a success.
   */
  confirm(link: MailLink, more: readonly LinkEntry[]): Promise<ConfirmedPerson | undefined>;
  /** Unsubscribes the address that a mail link was made for. Returns whether the link is known. */
  unsubscribe(link: MailLink): Promise<boolean>;
  /** Erases the person whose link to unsubscribe has this hash. Returns whether the link is known. */
  erase(tokenHash: string): Promise<boolean>;
  /**
   * The place of the person whose link to it has this hash, as far as at least so many people may be mailed.
   * @param shownFrom undefined: no place
   */
  place(tokenHash: string, shownFrom: number | undefined): Promise<PlaceAnswer | undefined>;
  /** Adds answers to those of the person with this id. Returns whether they are on the list. */
  answer(id: string, answers: object): Promise<boolean>;
  /** Counts a visit from a source, and takes a request from a bucket. Returns the whole seconds to wait, 0 if it was counted. */
  visit(source: string | undefined, bucket: Bucket): Promise<number>;
  /**
   * Suppresses addresses that bounced or complained, or records that a mail failed. Unknown addresses and mails
   * are ignored. Throws `store_unavailable` also if the mail may be one whose outcome is not recorded yet: the
   * report has to be repeated.
   */
  recordMailEvent(event: MailEvent): Promise<void>;
  /**
   * Resolves if a join could be stored now: stores one and rolls it back. The result is the hash of the
   * database's migrations, as schema_sha256() has it; undefined for a store without any.
   */
  check(): Promise<string | undefined>;
}

/** A solved captcha that is good for one submission. */
export interface Solution {
  /** Keyed hash that identifies this solution. */
  hash: string;
  expiresAt: Date;
}

/** Checks that a submission has to pass before it is stored, in the same transaction. */
export interface Admission {
  bucket: Bucket;
  /** The captcha, which is spent first; absent if its provider spends its tokens itself. */
  solution?: Solution;
  /** Keyed hash of the client's network address, in hex, if known: for the proof of consent. */
  clientHash?: string | undefined;
}

/** Why a submission was refused. `wait` is in whole seconds. */
export type Refusal = { outcome: "captcha_spent" } | { outcome: "rate_limited"; wait: number };

/** Somebody on the waitlist. */
export interface Person {
  id: string;
  shareCode: string;
}

/** A person who confirmed, with the ids of the questions that they have answered. */
interface ConfirmedPerson extends Person {
  answered: string[];
}

/** One of the outcomes of a use case, with the person who joined. */
export interface Done<Own extends string> {
  outcome: Own;
  /** The person is absent if they were on the list before: who they are is not known until they confirm. */
  person?: Person | undefined;
}

/** Outcome of a submission: one of its use case, or the reason for a refusal. */
export type Outcome<Own extends string> = Refusal | Done<Own>;

/** Whether a submission was refused. */
export const isRefusal = (answer: Refusal | { outcome: string }): answer is Refusal =>
  answer.outcome === "captcha_spent" || answer.outcome === "rate_limited";

/** An empty store. It is plain JSON, so that it survives a reload; times without a type are in ms. */
export const emptyMemory = () => ({
  waitlist: new Array<WaitlistRow>(),
  applications: new Array<BetaApplicationRow>(),
  /** The theoretical arrival time of each bucket's next conforming request (GCRA). */
  buckets: record<number>(),
  /** The purposes of mail links, by the hashes of their tokens. */
  mailLinks: record<{ purpose: LinkPurpose; email: string }>(),
  /** The mails that forms have queued. */
  outbox: new Array<{ kind: "waitlist-confirmation" | "application-received"; email: string }>(),
  /** Addresses that must not be mailed, and why. */
  returned: record<"bounced" | "complained">(),
  /** Visits by source; empty for none. */
  visits: record<number>(),
  /** When each spent solution expires. */
  spent: record<number>(),
});

export type MemoryState = ReturnType<typeof emptyMemory>;

const record = <T>(): Record<string, T> => ({});

/** The functions of supabase/migrations, with generated types. */
export type Functions = Database["public"]["Functions"];

/** The arguments of a function. One that it does not have is a compile error, also where a spread brings it along. */
export type ExactArgs<Name extends keyof Functions, Given> = Given & {
  [Argument in keyof Given]: Argument extends keyof Functions[Name]["Args"] ? unknown : never;
};

/** Calls one function of supabase/migrations in a separate transaction; rejects when it failed. */
export type CallFunction = <Name extends keyof Functions, Given extends Functions[Name]["Args"]>(
  name: Name,
  args: ExactArgs<Name, Given>,
) => Promise<unknown>;

/** A bucket in the form of SQL arguments. */
export const bucketArgs = ({ key, burst, secondsPerRequest }: Bucket) => ({
  bucket: key,
  burst,
  seconds_per_request: secondsPerRequest,
});

/** The arguments for an admission, which every form's function has. */
type AdmissionArgs = ReturnType<typeof admissionArgs>;

/** Converts an admission into arguments of a form's function. */
export const admissionArgs = ({ bucket, solution }: Admission) => ({
  ...bucketArgs(bucket),
  ...(solution ? { solution_hash: solution.hash, solution_expires_at: solution.expiresAt.toISOString() } : {}),
});
