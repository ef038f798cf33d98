import type { Challenge } from "altcha-lib/types";
import { fetchChallenge, TooManyChallenges } from "./challenge.ts";
import { solve, startWorkers } from "./solve.ts";

/** How a verification stands; `limited`: the backend gives this visitor no more challenges for now. */
export type VerificationState = "idle" | "verifying" | "verified" | "failed" | "limited" | "expired";

/** A token is given up this long before its challenge expires, so that it does not do so on the way. In milliseconds. */
const margin = 10_000;
/** No token is taken back sooner, however wrong the visitor's clock is. In milliseconds. */
const minLifetime = 60_000;

/**
 * How a proof of work comes and goes: fetch a challenge, solve it, hold its token until the challenge expires. The work
 * may be done before the visitor asks for it; only then is anything of it shown or handed out.
 */
export class Verification {
  #asked = false;
  #solved = false;
  /** Whether work failed that the visitor had not asked for yet. */
  #gaveUp = false;
  #challenge: Promise<Challenge> | undefined;
  #proof: Promise<string | null> | undefined;
  /** Hands a request that is under way to the fetch of the challenge, which then sends none itself. */
  #takeEarly: (early: Promise<Response>) => void = () => undefined;
  /** Aborted when the challenge is given up. */
  #life = new AbortController();
  /** Aborted when the work on it stops; it may begin again. */
  #work = new AbortController();
  #onChange: (state: VerificationState) => void = () => undefined;

  /** Calls `onChange` from now on whenever the state changes. */
  listen(onChange: (state: VerificationState) => void): void {
    this.#onChange = onChange;
  }

  /** The token, or null where none was asked for; waits for the work under way. */
  async token(): Promise<string | null> {
    const token = this.#asked ? await this.#proof : null;
    return this.#asked && token ? token : null;
  }

  /**
   * Begins the work, unless it is under way, done, or was given up: then it waits for the visitor to ask. `early` is the
   * answer to a request for a challenge on its way.
   */
  prepare(early?: Promise<Response>): void {
    if (early) this.#takeEarly(early);
    if (this.#gaveUp && !this.#asked) return;
    this.#proof ??= this.#prove(early);
  }

  /** Stops work that nobody has asked for yet. Its challenge is kept for the next time. */
  pause(): void {
    if (this.#asked || this.#solved) return;
    this.#work.abort();
    this.#proof = undefined;
  }

  /** The visitor asks for the proof. */
  start(): void {
    this.#asked = true;
    this.prepare();
    this.#onChange(this.#solved ? "verified" : "verifying");
  }

  /** The visitor takes that back. What was worked for is kept. */
  stop(): void {
    this.#asked = false;
    this.#onChange("idle");
  }

  /** Gives up the challenge, which is good for one use. */
  reset(): void {
    this.#gaveUp = false;
    this.#drop();
    this.stop();
  }

  async #prove(early?: Promise<Response>): Promise<string | null> {
    const work = new AbortController();
    this.#work = work;
    let workers: Worker[] = [];
    try {
      workers = startWorkers();
      this.#challenge ??= this.#fetch(early);
      const challenge = await this.#challenge;
      const token = work.signal.aborted ? null : await solve(challenge, work, workers);
      if (work.signal.aborted) return null;
      this.#solved = true;
      if (this.#asked) this.#onChange("verified");
      return token;
    } catch (error) {
      if (work.signal.aborted) return null;
      this.#gaveUp = !this.#asked;
      this.#end(error instanceof TooManyChallenges ? "limited" : "failed");
      return null;
    } finally {
      for (const worker of workers) worker.terminate();
    }
  }

  async #fetch(early?: Promise<Response>): Promise<Challenge> {
    this.#life.abort();
    const life = new AbortController();
    this.#life = life;
    try {
      const challenge = await fetchChallenge(early ?? this.#earlyOrNone());
      if (!life.signal.aborted) this.#expire(challenge, life.signal);
      return challenge;
    } catch (error) {
      if (!life.signal.aborted) this.#challenge = undefined;
      throw error;
    }
  }

  /** The request that the first touch has sent, if any: a tick by that same touch comes one task before word of it. */
  #earlyOrNone(): Promise<Response | undefined> {
    return new Promise((resolve) => {
      this.#takeEarly = resolve;
      setTimeout(resolve);
    });
  }

  /** Renews the proof when it runs out, if it was asked for: at once in a page that is looked at, otherwise when it is again. */
  #expire({ parameters: { expiresAt } }: Challenge, signal: AbortSignal): void {
    if (expiresAt === undefined) return;
    const renew = () => {
      if (document.visibilityState === "visible") this.start();
    };
    const timer = setTimeout(
      () => {
        if (!this.#end("expired")) return;
        document.addEventListener("visibilitychange", renew, { signal: this.#life.signal });
        renew();
      },
      Math.max(minLifetime, expiresAt * 1000 - Date.now() - margin),
    );
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  /** Gives up the challenge, and says why where the visitor had asked for it; returns whether so. */
  #end(why: VerificationState): boolean {
    const asked = this.#asked;
    this.#drop();
    this.#asked = false;
    if (asked) this.#onChange(why);
    return asked;
  }

  #drop(): void {
    this.#work.abort();
    this.#life.abort();
    this.#life = new AbortController();
    this.#solved = false;
    this.#challenge = undefined;
    this.#proof = undefined;
  }
}

const verifications = new Map<string, Verification>();

/** The verification of the captcha with this id, one for the life of the page: its work may begin before its widget is there. */
export function verificationOf(id: string): Verification {
  const verification = verifications.get(id) ?? new Verification();
  verifications.set(id, verification);
  return verification;
}
