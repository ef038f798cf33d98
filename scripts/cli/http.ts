import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { readRetryAfter } from "../../server/contract/retryAfter.ts";
import { messageOf, rootOf } from "../../server/errors/caught.ts";
import { wasSent } from "../../server/errors/wasSent.ts";
import { timeLimit } from "../../server/http/timeLimit.ts";
import { deadlock } from "../../server/store/sqlState.ts";

/**
 * Statuses of passing failures: those of requirements 8, Cloudflare's for an origin that gives no answer, as it is in front of
 * every hosted project, and Supabase's for a call that took too long (https://supabase.com/docs/guides/platform/http-status-codes).
 */
export const passing: ReadonlySet<number> = new Set([502, 503, 504, 520, 521, 522, 523, 524, 544]);

/** First pause, in ms; doubled per attempt (requirements 9). */
const firstPause = 200;

/** Longest pause a server may ask for with Retry-After, in ms. */
const longestPause = 120_000;

/** How often and how long a request is tried. */
export interface RetryOptions {
  /** How often a failed request is sent again. */
  retries: number;
  /** Longest wait for a whole answer, in ms. */
  timeout: number;
  /** Ends both requests and pauses. */
  signal: AbortSignal;
  log: (line: string) => void;
  /** Called after each attempt that got no answer, and may have been carried out all the same. */
  unanswered?: () => void;
}

/** Pause that a `Retry-After` header asks for, in ms, but at most `longestPause`. */
export function retryAfter(header: string | null, now: number): number | undefined {
  const wait = readRetryAfter(header, now);
  return wait === undefined ? undefined : Math.min(wait, longestPause);
}

const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "no answer in time";
  return messageOf(rootOf(error)) || messageOf(error);
};

/** The parts of an answer that decide whether to try again. */
interface Answered {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** PostgREST's answer where PostgreSQL ended a transaction to resolve a deadlock. */
const deadlocked = v.pipe(v.string(), v.parseJson(), v.object({ code: v.literal(deadlock) }));

const passes = ({ status, body }: Answered): boolean =>
  passing.has(status) || (status === 500 && v.is(deadlocked, new TextDecoder().decode(body)));

/** Makes a request, which has to stop when `signal` aborts, and retries it as the command's options say. */
export type Retrying = <A extends Answered>(attempt: (signal: AbortSignal) => Promise<A>) => Promise<A>;

/**
 * Tries again where that helps: after a status of {@link passing}, a deadlock, a lost connection, a timeout, a truncated answer. Every call
 * that the command line makes can be repeated without harm.
 * @throws Error with the reason of the last failure, or what aborted the signal.
 */
export function createRetrying({ retries, timeout, signal, log, unanswered }: RetryOptions): Retrying {
  return async (attempt) => {
    for (let failures = 0; ; failures++) {
      const last = failures >= retries;
      let pause = firstPause * 2 ** failures;
      try {
        const answer = await attempt(timeLimit(timeout, signal));
        if (passing.has(answer.status)) unanswered?.();
        if (last || !passes(answer)) return answer;
        pause = retryAfter(answer.headers.get("retry-after"), Date.now()) ?? pause;
        log(`The backend answered ${answer.status}; trying again in ${pause} ms.`);
      } catch (error) {
        if (wasSent(error)) unanswered?.();
        if (last || signal.aborted) throw signal.aborted ? error : new Error(reason(error), { cause: error });
        log(`Request failed (${reason(error)}); trying again in ${pause} ms.`);
      }
      await sleep(pause, undefined, { signal });
    }
  };
}

/** A `fetch` that reads whole answers, and tries again where that helps. */
export function retryingFetch(retrying: Retrying): typeof fetch {
  return async (input, init) => {
    const { body, ...answer } = await retrying(async (signal) => {
      const response = await fetch(input, {
        ...init,
        signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal,
      });
      const { status, statusText, headers } = response;
      return { body: new Uint8Array(await response.arrayBuffer()), status, statusText, headers };
    });
    const empty = answer.status === 204 || answer.status === 304 || init?.method === "HEAD";
    return new Response(empty ? null : body, answer);
  };
}
