import type { Challenge } from "altcha-lib/types";
import { formsUrl } from "../../submission/endpoint.ts";
import { isRecord } from "../../submission/json.ts";
import { timeout } from "../../submission/postForm.ts";

/**
 * Fetches a fresh challenge from the backend.
 * @throws when there is no network, or the answer is not a challenge.
 */
export async function fetchChallenge(): Promise<Challenge> {
  const response = await fetch(`${formsUrl}/captcha`, { cache: "no-store", signal: AbortSignal.timeout(timeout) });
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
