/** A bucket of `burst` requests, refilled by one every `secondsPerRequest`. Its key contains no personal data but a keyed hash. */
export interface Bucket {
  key: string;
  burst: number;
  secondsPerRequest: number;
}

/** A solved captcha that is good for one submission. */
export interface Solution {
  /** Keyed hash that identifies this solution. */
  hash: string;
  expiresAt: Date;
}

/** Checks that a submission has to pass before it is stored, in the same transaction. */
export interface Admission {
  /** The sender's bucket. */
  bucket: Bucket;
  /** Spent first of all; absent if the captcha's provider spends its tokens itself. */
  solution?: Solution;
  /** Whether the honeypot field was filled in: then the submission is counted but not stored. */
  trapped: boolean;
}

/** Why a submission was refused. `wait` is in whole seconds. */
export type Refusal = { outcome: "captcha_spent" } | { outcome: "rate_limited"; wait: number };

/** Outcome of a submission: one of its use case's own, or the reason for a refusal. */
export type Outcome<Own extends string> = Refusal | { outcome: Own };

/** Whether a submission was refused. */
export const isRefusal = (answer: Refusal | { outcome: string }): answer is Refusal =>
  answer.outcome === "captcha_spent" || answer.outcome === "rate_limited";
