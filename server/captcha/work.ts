import type { DeriveKeyFunction } from "altcha-lib/types";
import { deriveKey as pbkdf2 } from "altcha-lib/algorithms/pbkdf2";
import { deriveKey as argon2id } from "./argon2id.ts";
import type { CaptchaAlgorithm } from "../contract/captcha.ts";

/** The work of a challenge: keys are derived for the counters 0, 1, 2 … until one matches. */
export interface Work {
  deriveKey: DeriveKeyFunction;
  /** Passes over the memory (Argon2id), or iterations (PBKDF2), for one key. */
  cost: number;
  /** Memory for one key, in KiB. */
  memoryCost?: number;
  /** Number of possible counters, all equally likely to match, so that starting at 0 is as good as anywhere. */
  counters: number;
}

/** Two seconds of one worker of a cheap phone on average, and 4 s at most; the figures are in docs/decisions/0075. */
export const workOf: Record<CaptchaAlgorithm, Work> = {
  ARGON2ID: { deriveKey: argon2id, cost: 4, memoryCost: 1024, counters: 171 },
  // For browsers without WebAssembly. Graphics cards are faster at it than at Argon2id, so it takes a phone 3.4 s instead
  // of 2: then a card gains nothing by choosing it (docs/decisions/0075).
  "PBKDF2/SHA-256": { deriveKey: pbkdf2, cost: 20_000, counters: 613 },
};
