import type { Challenge } from "altcha-lib/types";
import { challengeLife } from "../../../../server/contract/limits.ts";
import { fetchChallenge, TooManyChallenges } from "./challenge.ts";
import { solve, startWorker } from "./solve.ts";

/** State of a verification; `limited`: the backend refuses more challenges to this visitor for now. */
export type VerificationState = "idle" | "verifying" | "verified" | "failed" | "limited" | "expired";

/**
 * How long a token is used, in milliseconds, from when its challenge came: the challenge says until when, but by the backend's clock,
 * from which the visitor's may be hours away. Half a minute is for its way here, and the token's back.
 */
const tokenLife = challengeLife - 30_000;

/**
 * The life of a proof of work: fetch a challenge, solve it, keep its token until the challenge expires. The work may be done before
 * the visitor ticks the box; only then is its state shown and its token given out.
 */
export class Verification {
  #asked = false;
  #solved = false;
  /** Whether work failed before the visitor asked for it. */
  #gaveUp = false;
  /** Whether the answer to a form was lost, and there has been no other proof since. */
  #lost = false;
  #challenge: Promise<Challenge> | undefined;
  #proof: Promise<string | null> | undefined;
  /** Passes a pending request to the fetch of the challenge, which then sends none itself. */
  #takeEarly: (early: Promise<Response>) => void = () => undefined;
  /** When the challenge is given up, by the visitor's clock. */
  #until = Infinity;
  /** Aborts when the challenge is given up. */
  #life = new AbortController();
  /** Aborts when the work on it stops; the work may begin again. */
  #work = new AbortController();
  #state: VerificationState = "idle";
  #onChange: (state: VerificationState) => void = () => undefined;

  /** Its state, as far as the visitor has been told. */
  get state(): VerificationState {
    return this.#state;
  }

  /** Calls `onChange` whenever the state changes from now on. */
  listen(onChange: (state: VerificationState) => void): void {
    this.#onChange = onChange;
  }

  /**
   * Returns the token, after waiting for unfinished work; null if the visitor did not ask for one.
   * @throws if the network was away when the form was sent, and still is.
   */
  async token(): Promise<string | null> {
    // The timer that renews an expired one stops while the machine sleeps.
    if (this.#asked && Date.now() > this.#until) {
      this.#drop();
      this.start();
    }
    const token = this.#asked ? await this.#proof : null;
    if (this.#asked && this.#lost && !token) throw new TypeError("There is still no challenge.");
    return this.#asked && token ? token : null;
  }

  /**
   * Begins the work, unless it is running or done; after a failure it waits for the visitor to ask. `early` is the pending answer to
   * a request for a challenge.
   */
  prepare(early?: Promise<Response>): void {
    if (early) this.#takeEarly(early);
    if (this.#gaveUp && !this.#asked) return;
    this.#proof ??= this.#prove(early);
  }

  /** Stops work that the visitor has not asked for. Its challenge is kept for the next time. */
  pause(): void {
    if (this.#asked || this.#solved) return;
    this.#work.abort();
    this.#proof = undefined;
  }

  /** The visitor ticks the box. */
  start(): void {
    this.#asked = true;
    this.prepare();
    this.#show(this.#solved ? "verified" : "verifying");
  }

  /** The visitor removes the tick. The result of the work is kept. */
  stop(): void {
    this.#asked = false;
    this.#lost = false;
    this.#show("idle");
  }

  /** Makes the next token one of a new challenge; the tick stays. The work begins when that token is asked for. */
  renew(): void {
    this.#until = -Infinity;
    this.#lost = true;
  }

  /** Gives up the challenge, which works only once. */
  reset(): void {
    this.#gaveUp = false;
    this.#drop();
    this.stop();
  }

  async #prove(early?: Promise<Response>): Promise<string | null> {
    const work = new AbortController();
    this.#work = work;
    let worker: Worker | undefined;
    try {
      worker = startWorker();
      this.#challenge ??= this.#fetch(early);
      const challenge = await this.#challenge;
      const token = work.signal.aborted ? null : await solve(challenge, work, worker);
      if (work.signal.aborted) return null;
      this.#solved = true;
      this.#lost = false;
      if (this.#asked) this.#show("verified");
      return token;
    } catch (error) {
      // A browser may refuse a worker at once, before the caller has kept this promise and shown that the work has begun.
      await undefined;
      if (work.signal.aborted) return null;
      if (this.#lost && !this.#challenge && !(error instanceof TooManyChallenges)) {
        // The visitor has nothing to correct: the tick stays.
        this.#drop();
        this.renew();
        this.#show("idle");
        return null;
      }
      this.#gaveUp = !this.#asked;
      this.#end(error instanceof TooManyChallenges ? "limited" : "failed");
      return null;
    } finally {
      worker?.terminate();
    }
  }

  async #fetch(early?: Promise<Response>): Promise<Challenge> {
    this.#life.abort();
    const life = new AbortController();
    this.#life = life;
    try {
      const challenge = await fetchChallenge(early ?? this.#earlyOrNone());
      if (!life.signal.aborted) this.#expire(life.signal);
      return challenge;
    } catch (error) {
      if (!life.signal.aborted) this.#challenge = undefined;
      throw error;
    }
  }

  /** The request that the first touch has sent, if any. A tick by the same touch arrives one task before that request is known. */
  #earlyOrNone(): Promise<Response | undefined> {
    return new Promise((resolve) => {
      this.#takeEarly = resolve;
      setTimeout(resolve);
    });
  }

  /** Renews an expired proof that the visitor asked for: at once if the page is visible, otherwise when it becomes visible. */
  #expire(signal: AbortSignal): void {
    const renew = () => {
      if (document.visibilityState === "visible") this.start();
    };
    this.#until = Date.now() + tokenLife;
    const timer = setTimeout(() => {
      if (!this.#end("expired")) return;
      document.addEventListener("visibilitychange", renew, { signal: this.#life.signal });
      renew();
    }, tokenLife);
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  /** Gives up the challenge. If the visitor had asked for it, shows why and returns true. */
  #end(why: VerificationState): boolean {
    const asked = this.#asked;
    this.#drop();
    this.#asked = false;
    this.#lost = false;
    if (asked) this.#show(why);
    return asked;
  }

  #show(state: VerificationState): void {
    this.#state = state;
    this.#onChange(state);
  }

  #drop(): void {
    this.#work.abort();
    this.#life.abort();
    this.#life = new AbortController();
    this.#solved = false;
    this.#until = Infinity;
    this.#challenge = undefined;
    this.#proof = undefined;
  }
}

const verifications = new Map<string, Verification>();

/** The verification of the captcha with this id. It exists as long as the page, as its work may begin before its widget is mounted. */
export function verificationOf(id: string): Verification {
  const verification = verifications.get(id) ?? new Verification();
  verifications.set(id, verification);
  return verification;
}
