import { createChallenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "altcha-lib/types";

/** Makes a challenge of a backend with this secret whose solution takes almost no work. */
const mintChallenge = (secret: string, expiresAt: Date): Promise<Challenge> =>
  createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: 1,
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
