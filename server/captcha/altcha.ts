import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import * as v from "valibot";
import { challengeLife } from "../contract/limits.ts";
import { ProblemError } from "../http/problem.ts";
import { keyedHash } from "../lib/keyedHash.ts";
import { createRateLimiter, defaultRateLimit, type RateLimit } from "../http/rateLimit.ts";
import type { Store } from "../store/store.ts";
import type { CaptchaProvider } from "./provider.ts";

/**
 * One key of a challenge, which is derived for the counters 0, 1, 2 … until one matches: 3 ms of the server, 8 of a cheap phone. The
 * figures are in docs/decisions/0075.
 */
const keyWork = { algorithm: "PBKDF2/SHA-256", cost: 15_000, deriveKey };

/** Possible counters, all equally likely, so that no start is better than 0: two seconds of a cheap phone on average, four at most. */
export const counters = 484;

/** A client takes at most this many challenges for each submission it may make. */
const challengesPerSubmission = 4;

/** Most challenges under way at once; the last of them waits for about 0.6 s. */
const mostUnderWay = 200;

/** The parts of a token that are used; others are dropped. Before the signature only this shape is checked. */
const payload = v.object({
  challenge: v.object({
    parameters: v.object({
      algorithm: v.string(),
      nonce: v.string(),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.number(),
      keyPrefix: v.string(),
      keySignature: v.string(),
      expiresAt: v.number(),
    }),
    signature: v.string(),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
});

function parsePayload(token: string): v.InferOutput<typeof payload> | undefined {
  try {
    return v.parse(payload, JSON.parse(atob(token)));
  } catch {
    return undefined;
  }
}

/**
 * This limit is not needed: our challenges contain a signed key, so a token takes two HMACs and no key
 * derivation, whatever it claims.
 */
const neverDerived = () => Promise.reject(new Error("A signed key is not derived again."));

export interface AltchaOptions {
  /** Signs challenges; at least 32 random characters. */
  secret: string;
  /** Counts challenges, for all instances of the backend together. */
  store: Pick<Store, "take">;
  clock: () => Date;
  rateLimit?: RateLimit;
  /** Share of the usual work, above 0; tests use less than 1. */
  effort?: number;
}

/**
 * ALTCHA (https://altcha.org): a proof of work served and checked by ourselves; no third party sees the visitor. Keys are derived one
 * after the other, because WebCrypto does it in the threads that also read files and make the hashes of joins.
 */
export function createAltcha({
  secret,
  store,
  clock,
  rateLimit = defaultRateLimit,
  effort = 1,
}: AltchaOptions): CaptchaProvider {
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}/key` };
  const take = createRateLimiter(store, secret, { ...rateLimit, burst: rateLimit.burst * challengesPerSubmission });
  const create = () =>
    createChallenge({
      ...keyWork,
      counter: randomInt(Math.ceil(counters * effort) - 1, 0),
      expiresAt: new Date(clock().getTime() + challengeLife),
      ...secrets,
    });
  let underWay = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    async challenge(clientAddress) {
      // The limit comes first, so that requests of one client beyond its limit take no place from others.
      await take("captcha", clientAddress);
      if (underWay >= mostUnderWay) throw new ProblemError("captcha_unavailable", { retryAfter: 1 });
      underWay += 1;
      try {
        const created = last.then(create, create);
        last = created;
        return await created;
      } finally {
        underWay -= 1;
      }
    },
    async verify(token) {
      const proof = parsePayload(token);
      if (!proof) return "failed";
      const expiresAt = new Date(proof.challenge.parameters.expiresAt * 1000);
      if (!(expiresAt > clock())) return "failed";
      const { verified } = await verifySolution({ ...proof, deriveKey: neverDerived, ...secrets });
      return verified ? { hash: await keyedHash(secret, proof.challenge.parameters.nonce), expiresAt } : "failed";
    },
  };
}
