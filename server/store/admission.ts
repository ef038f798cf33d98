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
