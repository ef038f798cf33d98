import { setTimeout as sleep } from "node:timers/promises";
import { readRetryAfter } from "../../server/contract/retryAfter.ts";

/** Statuses that pass by themselves (requirements 8). */
const passing = new Set([502, 503, 504]);

/** First pause, in ms; doubled per attempt (requirements 9). */
const firstPause = 200;

/** Longest pause a server may ask for with Retry-After, in ms. */
const longestPause = 120_000;

export interface RetryOptions {
  /** How often a failed request is sent again. */
  retries: number;
  /** Longest wait for a whole answer, in ms. */
  timeout: number;
  /** Ends requests and pauses alike. */
  signal: AbortSignal;
  log: (line: string) => void;
  fetch?: typeof fetch;
}

/** Wait that a `Retry-After` header asks for, in ms, as far as this waits at all. */
export function retryAfter(header: string | null, now: number): number | undefined {
  const wait = readRetryAfter(header, now);
  return wait === undefined ? undefined : Math.min(wait, longestPause);
}

const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "no answer in time";
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message;
};

/**
 * A `fetch` that reads whole answers and asks again where that helps: 502, 503, 504, a lost connection, silence, an
 * answer cut short. Every call the command line makes may be repeated without harm.
 */
export function createRetryingFetch({
  retries,
  timeout,
  signal,
  log,
  fetch: send = fetch,
}: RetryOptions): typeof fetch {
  const attempt = async (input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> => {
    const signals = [signal, AbortSignal.timeout(timeout), ...(init?.signal ? [init.signal] : [])];
    const response = await send(input, { ...init, signal: AbortSignal.any(signals) });
    const body = await response.arrayBuffer();
    const { status, statusText, headers } = response;
    return new Response(status === 204 || status === 304 || init?.method === "HEAD" ? null : body, {
      status,
      statusText,
      headers,
    });
  };
  return async (input, init) => {
    for (let failures = 0; ; failures++) {
      const last = failures >= retries;
      let pause = firstPause * 2 ** failures;
      try {
        const response = await attempt(input, init);
        if (last || !passing.has(response.status)) return response;
        pause = retryAfter(response.headers.get("retry-after"), Date.now()) ?? pause;
        log(`The backend answered ${response.status}; trying again in ${pause} ms.`);
      } catch (error) {
        if (last || signal.aborted) throw signal.aborted ? error : new Error(reason(error), { cause: error });
        log(`Request failed (${reason(error)}); trying again in ${pause} ms.`);
      }
      await sleep(pause, undefined, { signal });
    }
  };
}
