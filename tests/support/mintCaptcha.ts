import { createChallenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "../../server/captcha/argon2id.ts";

/** Solves a challenge made here for a backend with this secret; it takes almost no work. */
export async function mintCaptchaFor(secret: string, expiresAt = new Date(Date.now() + 60_000)): Promise<string> {
  const challenge = await createChallenge({
    algorithm: "ARGON2ID",
    cost: 1,
    memoryCost: 8,
    counter: 1,
    deriveKey,
    expiresAt,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: `${secret}/key`,
  });
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
