import { solveChallengeWorkers } from "altcha-lib";
import type { Challenge, Payload } from "altcha-lib/types";
import { isRecord, readRetryAfter } from "../../../server/contract/outcomes.ts";
import { challengeLife } from "../../../server/contract/limits.ts";
import { formsUrl, timeout } from "../../backend.ts";
import { captchaWords } from "../../copy/forms.ts";
import { waitInWords } from "../../waitInWords.ts";
import { CaptchaError } from "./provider.ts";
// oxlint-disable-next-line import/default -- Vite's import is the URL of the script, built as a worker
import address from "./solve.worker.ts?worker&url";

const words = captchaWords.states;

/**
 * How long a token is used, in milliseconds, from when its challenge came: the challenge says until when, but by the backend's clock,
 * from which the visitor's may be hours away. Half a minute is for its way here, and the token's back.
 */
const tokenLife = challengeLife - 30_000;

/** How often a challenge is asked for while the backend has no room for more requests. */
const mostTries = 5;
/** The longest delay before the next try, in milliseconds. A longer one is shown as an error. */
const longestWait = 30_000;

/** A proof of work: a challenge is fetched and solved once, until its token is spent or expires. */
export interface Proof {
  /**
   * The token. Begins the work unless it is running or done; after a failure the next call tries again.
   * @throws CaptchaError if the backend gives no challenge, or it cannot be solved.
   */
  token(): Promise<string>;
  /** Makes the next token one of a new challenge. */
  drop(): void;
}

/** A proof on which no work has begun. `onWait` is called with what it waits for, in words, before it tries again, and then with "". */
export function createProof(onWait: (why: string) => void): Proof {
  let work: Promise<string> | undefined;
  let until = Infinity;

  async function prove(): Promise<string> {
    const challenge = await fetchChallenge(onWait);
    until = Date.now() + tokenLife;
    return solve(challenge);
  }

  return {
    token() {
      if (Date.now() > until) work = undefined;
      if (work) return work;
      until = Infinity;
      const begun = prove();
      work = begun;
      begun.catch(() => work === begun && (work = undefined));
      return begun;
    },
    drop: () => (work = undefined),
  };
}

async function fetchChallenge(onWait: (why: string) => void): Promise<Challenge> {
  for (let tries = 1; ; tries++) {
    const response = await askForChallenge();
    const after = response?.headers.get("retry-after") ?? null;
    if (response?.status === 429) throw new CaptchaError(words.limited);
    if (response?.status === 503) {
      const wait = readRetryAfter(after, Date.now()) ?? Infinity;
      if (wait > longestWait || tries === mostTries) throw new CaptchaError(words.busy(waitInWords(after)));
      onWait(words.waiting(waitInWords(after)));
      await new Promise((resolve) => setTimeout(resolve, wait));
      onWait("");
      continue;
    }
    const content: unknown = await response?.json().catch(() => undefined);
    // Any other answer is the page of a proxy, or of a server that is down.
    if (!isChallenge(content)) throw new CaptchaError(words.unreachable);
    return content;
  }
}

/** The answer to a request for a challenge, of which the first may be on its way already; undefined if there is none. */
async function askForChallenge(): Promise<Response | undefined> {
  const early = globalThis.earlyChallenge;
  globalThis.earlyChallenge = undefined;
  const request = { cache: "no-store", signal: AbortSignal.timeout(timeout) } as const;
  return (early ?? fetch(`${formsUrl}/captcha`, request)).catch(() => undefined);
}

const isChallenge = (value: unknown): value is Challenge =>
  isRecord(value) && isRecord(value["parameters"]) && typeof value["parameters"]["algorithm"] === "string";

/** Solves a challenge off the main thread and returns the captcha token: base64 of the JSON of altcha-lib's `Payload`. */
async function solve(challenge: Challenge): Promise<string> {
  const createWorker = () => new Worker(workerUrl, { type: "module" });
  const solution = await solveChallengeWorkers({ challenge, concurrency: 1, createWorker }).catch(() => null);
  if (!solution) throw new CaptchaError(words.failed);
  const { parameters, signature = "" } = challenge;
  const payload: Payload = { challenge: { parameters, signature }, solution };
  return btoa(JSON.stringify(payload));
}

/** The part of Trusted Types used here (https://www.w3.org/TR/trusted-types/), which TypeScript's DOM does not know yet. */
interface TrustedTypePolicyFactory {
  /** The value that a policy returns is accepted wherever a script's URL is required. */
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string };
}

declare global {
  var trustedTypes: TrustedTypePolicyFactory | undefined;
}

/**
 * URL of the worker's script. The policy created here is the only one that the page's Content-Security-Policy allows, and it
 * returns this URL whatever its input, so that no text can become code (docs/decisions/0073).
 */
const workerUrl =
  globalThis.trustedTypes?.createPolicy("captcha-worker", { createScriptURL: () => address }).createScriptURL("") ??
  address;
