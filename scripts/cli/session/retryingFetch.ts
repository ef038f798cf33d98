import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { readRetryAfter } from "../../../server/contract/outcomes.ts";
import { messageOf, rootOf } from "../../../server/lib/caught.ts";
import { timeLimit } from "../../../server/lib/time.ts";
import { deadlock } from "../../../server/store/sqlState.ts";
import { unavailable } from "../../data/calls.ts";

/** How often and how long (in ms) calls are tried. */
export interface Attempts {
  /** How often a failed call is tried again. */
  retries: number;
  timeout: number;
}

/** Pause before the first retry of a call, in ms; it doubles with each attempt (requirements 9). */
const firstPause = 200;

/** Longest pause that a server may ask for with Retry-After, in ms. */
const longestPause = 120_000;

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.name === "TimeoutError" ? "no answer in time" : messageOf(rootOf(error)) || messageOf(error);
};

/**
 * A `fetch` that reads whole answers and tries again after a transient error: a status of {@link unavailable},
 * a deadlock, a lost connection, a timeout or half an answer. Every call that the command line makes can be
 * repeated without harm.
 */
export function retryingFetch(
  signal: AbortSignal,
  { retries, timeout }: Attempts,
  log: (line: string) => void,
): typeof fetch {
  // Every open call listens to the signal, and the desk has many calls open at once; Node warns from the
  // eleventh listener on.
  setMaxListeners(0, signal);
  const attempt = async (...[input, init]: Parameters<typeof fetch>) => {
    const own = init?.signal ? AbortSignal.any([signal, init.signal]) : signal;
    const response = await fetch(input, { ...init, signal: timeLimit(timeout, own) });
    const body = await response.arrayBuffer();
    const empty = body.byteLength === 0 || init?.method === "HEAD";
    const { status, statusText, headers } = response;
    const deadlocked = status === 500 && new TextDecoder().decode(body).includes(`"${deadlock}"`);
    return {
      response: new Response(empty ? null : body, { status, statusText, headers }),
      transient: deadlocked || unavailable.has(status),
    };
  };
  return async (input, init) => {
    for (let failures = 0; ; failures++) {
      const last = failures >= retries;
      let pause = firstPause * 2 ** failures;
      try {
        const { response, transient } = await attempt(input, init);
        if (last || !transient) return response;
        const asked = readRetryAfter(response.headers.get("retry-after"), Date.now());
        pause = asked === undefined ? pause : Math.min(asked, longestPause);
        log(`The backend answered ${response.status}; trying again in ${pause} ms.`);
      } catch (error) {
        if (signal.aborted) throw error;
        if (last) throw new Error(reasonOf(error), { cause: error });
        log(`Request failed (${reasonOf(error)}); trying again in ${pause} ms.`);
      }
      await sleep(pause, undefined, { signal });
    }
  };
}
