import type { Challenge } from "altcha-lib/types";
import { fetchChallenge } from "./challenge.ts";
import { solve } from "./solve.ts";

export type VerificationState = "idle" | "verifying" | "verified" | "failed" | "expired";

/** A token is given up this long before its challenge expires, so that it does not do so on the way. In milliseconds. */
const margin = 10_000;
/** No token is taken back sooner, however wrong the visitor's clock is. In milliseconds. */
const minLifetime = 60_000;

/** How a proof of work comes and goes: fetch a challenge, solve it, hold its token until the challenge expires. */
export class Verification {
  #proof: Promise<string | null> = Promise.resolve(null);
  #run = new AbortController();
  readonly #onChange: (state: VerificationState) => void;

  constructor(onChange: (state: VerificationState) => void) {
    this.#onChange = onChange;
  }

  /** The token, or null without one; waits for a verification under way. */
  token(): Promise<string | null> {
    return this.#proof;
  }

  /** Starts over with a fresh challenge. */
  start(): void {
    this.#drop("verifying");
    this.#proof = this.#prove(this.#run);
  }

  /** Gives up the token, or the work on one. */
  reset(): void {
    this.#drop("idle");
  }

  async #prove(run: AbortController): Promise<string | null> {
    try {
      const challenge = await fetchChallenge();
      const token = await solve(challenge, run);
      if (run.signal.aborted) return null;
      this.#expire(challenge, run.signal);
      this.#onChange("verified");
      return token;
    } catch {
      if (!run.signal.aborted) this.#onChange("failed");
      return null;
    }
  }

  /** Renews the proof when it runs out: at once in a page that is looked at, otherwise when it is again. */
  #expire({ parameters: { expiresAt } }: Challenge, signal: AbortSignal): void {
    if (expiresAt === undefined) return;
    const renew = () => {
      if (document.visibilityState === "visible") this.start();
    };
    const timer = setTimeout(
      () => {
        this.#drop("expired");
        document.addEventListener("visibilitychange", renew, { signal: this.#run.signal });
        renew();
      },
      Math.max(minLifetime, expiresAt * 1000 - Date.now() - margin),
    );
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  #drop(state: VerificationState): void {
    this.#run.abort();
    this.#run = new AbortController();
    this.#proof = Promise.resolve(null);
    this.#onChange(state);
  }
}
