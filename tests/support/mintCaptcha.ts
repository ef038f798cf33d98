import { createChallenge, solveChallenge } from "altcha-lib";
import type { Challenge } from "altcha-lib/types";
import { deriveKey } from "../../server/captcha/argon2id.ts";

/** A challenge of a backend with this secret, whose solution takes almost no work. */
export const mintChallenge = (secret: string, expiresAt: Date): Promise<Challenge> =>
  createChallenge({
    algorithm: "ARGON2ID",
    cost: 1,
    memoryCost: 8,
    counter: 1,
    deriveKey,
    expiresAt,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: `${secret}/key`,
  });

/** The token of a captcha that a backend with this secret accepts. */
export async function mintCaptchaFor(secret: string, expiresAt = new Date(Date.now() + 60_000)): Promise<string> {
  const challenge = await mintChallenge(secret, expiresAt);
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
