import type { Challenge } from "altcha-lib/types";
import { isRecord } from "../../../../server/contract/outcomes.ts";
import { challengeUrl, timeout } from "../../backend/endpoint.ts";

/** The backend refuses more challenges to this visitor's address for now. */
export class TooManyChallenges extends Error {
  override readonly name = "TooManyChallenges";
}

/**
 * Fetches a new challenge from the backend, or uses the answer to a request that was sent earlier.
 * @throws TooManyChallenges; other errors if there is no network, or the answer is not a challenge.
 */
export async function fetchChallenge(early: Promise<Response | undefined>): Promise<Challenge> {
  const response =
    (await early) ?? (await fetch(challengeUrl, { cache: "no-store", signal: AbortSignal.timeout(timeout) }));
  if (response.status === 429) throw new TooManyChallenges("The backend gives no more challenges for now.");
  const content: unknown = await response.json();
  if (!isChallenge(content)) throw new TypeError("The backend's answer is not a challenge.");
  return content;
}

function isChallenge(value: unknown): value is Challenge {
  if (!isRecord(value) || !isRecord(value["parameters"])) return false;
  const { algorithm, nonce, salt, cost, keyLength, keyPrefix } = value["parameters"];
  return (
    [algorithm, nonce, salt, keyPrefix, value["signature"]].every((member) => typeof member === "string") &&
    [cost, keyLength].every((member) => typeof member === "number")
  );
}
