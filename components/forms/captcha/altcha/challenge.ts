import type { Challenge } from "altcha-lib/types";
import type { CaptchaAlgorithm } from "../../../../server/contract/captcha.ts";
import { isRecord } from "../../../../server/contract/json.ts";
import { challengeUrl, timeout } from "../../backend/endpoint.ts";

/** The backend refuses more challenges to this visitor's address for now. */
export class TooManyChallenges extends Error {
  override readonly name = "TooManyChallenges";
}

/** For browsers without WebAssembly: iOS in Lockdown Mode, Tor Browser on its safer levels, Safari 15 under our policy. */
const plain: CaptchaAlgorithm = "PBKDF2/SHA-256";

/**
 * Fetches a new challenge from the backend, or uses the answer to a request that was sent earlier. With `spare`, or without
 * WebAssembly, it is a challenge that needs neither WebAssembly nor much memory.
 * @throws TooManyChallenges; other errors if there is no network, or the answer is not a challenge.
 */
export async function fetchChallenge(early: Promise<Response | undefined>, spare: boolean): Promise<Challenge> {
  const runs = !spare && runsWebAssembly();
  const query = runs ? "" : `?algorithm=${encodeURIComponent(plain)}`;
  const response =
    (runs && (await early)) ||
    (await fetch(challengeUrl + query, { cache: "no-store", signal: AbortSignal.timeout(timeout) }));
  if (response.status === 429) throw new TooManyChallenges("The backend gives no more challenges for now.");
  const content: unknown = await response.json();
  if (!isChallenge(content)) throw new TypeError("The backend's answer is not a challenge.");
  return content;
}

function runsWebAssembly(): boolean {
  try {
    // The smallest possible module: magic number and version (WebAssembly core specification, section 5.5.16).
    return Boolean(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)));
  } catch {
    return false;
  }
}

function isChallenge(value: unknown): value is Challenge {
  if (!isRecord(value) || !isRecord(value["parameters"])) return false;
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix, memoryCost } = value["parameters"];
  return (
    [algorithm, nonce, salt, keyPrefix, value["signature"]].every((member) => typeof member === "string") &&
    [cost, keyLength, memoryCost ?? 0].every((member) => typeof member === "number")
  );
}
