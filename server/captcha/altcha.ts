import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as v from "valibot";
import { keyedHash } from "../guards/keyedHash.ts";
import type { Supabase } from "../supabase/client.ts";
import type { CaptchaProvider } from "./provider.ts";

/** How long a challenge may be solved and sent, in ms: long enough to fill in the beta form. */
const lifetime = 20 * 60_000;

/** Work of one solution: about a second on a phone, milliseconds to verify. */
const work = { algorithm: "PBKDF2/SHA-256", cost: 1000, counter: { from: 500, to: 1000 } };

const payload = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.literal(work.algorithm),
      nonce: v.string(),
      salt: v.string(),
      cost: v.literal(work.cost),
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

export interface AltchaOptions {
  /** Signs challenges; at least 32 random characters. */
  secret: string;
  /** Remembers spent solutions, so that all instances of the backend refuse a replay. */
  supabase: Supabase;
  clock: () => Date;
}

/** ALTCHA (https://altcha.org): a proof of work served and checked by ourselves; no third party sees the visitor. */
export function createAltcha({ secret, supabase, clock }: AltchaOptions): CaptchaProvider {
  const secrets = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}/key` };
  return {
    challenge: () =>
      createChallenge({
        algorithm: work.algorithm,
        cost: work.cost,
        counter: randomInt(work.counter.from, work.counter.to),
        deriveKey,
        expiresAt: new Date(clock().getTime() + lifetime),
        ...secrets,
      }),
    async verify(token) {
      const proof = parsePayload(token);
      if (!proof) return "failed";
      const expiresAt = new Date(proof.challenge.parameters.expiresAt * 1000);
      if (expiresAt <= clock()) return "failed";
      const { verified } = await verifySolution({ ...proof, deriveKey, ...secrets });
      if (!verified) return "failed";
      const { data, error } = await supabase.rpc("spend_captcha", {
        solution_hash: await keyedHash(secret, proof.challenge.parameters.nonce),
        solution_expires_at: expiresAt.toISOString(),
      });
      if (error) return "unavailable";
      return data ? "passed" : "failed";
    },
  };
}
