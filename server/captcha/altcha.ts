import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import * as v from "valibot";
import { challengeLife } from "../contract/challengeLife.ts";
import { keyedHash } from "../limits/keyedHash.ts";
import { defaultRateLimit, type RateLimit } from "../limits/rateLimit.ts";
import type { Store } from "../store/store.ts";
import { createPrice } from "./price.ts";
import type { CaptchaProvider } from "./provider.ts";
import { workOf } from "./work.ts";

/** The parts of a token that are used; others are dropped. Before the signature only this shape is checked. */
const payload = v.object({
  challenge: v.object({
    parameters: v.object({
      algorithm: v.string(),
      nonce: v.string(),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.number(),
      memoryCost: v.exactOptional(v.number()),
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
 * Not needed: our challenges contain a signed key, so checking a token takes two HMACs and no key derivation, whatever it
 * claims.
 */
const neverDerived = () => Promise.reject(new Error("A signed key is not derived again."));

/** Options of the captcha. */
export interface AltchaOptions {
  /** Signs challenges; at least 32 random characters. */
  secret: string;
  /** Counts challenges, for all instances of the backend together. */
  store: Pick<Store, "takeChallenge">;
  clock: () => Date;
  rateLimit?: RateLimit;
  /** Share of the usual work, above 0; tests use less than 1. */
  effort?: number;
}

/** ALTCHA (https://altcha.org): a proof of work served and checked by ourselves; no third party sees the visitor. */
export function createAltcha({
  secret,
  store,
  clock,
  rateLimit = defaultRateLimit,
  effort = 1,
}: AltchaOptions): CaptchaProvider {
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}/key` };
  const priceFor = createPrice(store, secret, rateLimit);
  return {
    async challenge(algorithm, clientAddress) {
      const { counters, ...work } = workOf[algorithm];
      const factor = effort * (await priceFor(clientAddress));
      return createChallenge({
        algorithm,
        ...work,
        counter: randomInt(Math.ceil(counters * factor) - 1, 0),
        expiresAt: new Date(clock().getTime() + challengeLife),
        ...secrets,
      });
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
