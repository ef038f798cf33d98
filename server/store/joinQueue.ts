import { DatabaseError } from "pg";
import * as v from "valibot";
import type { CallFunction, Functions } from "./functions.ts";

type Join = Functions["join_waitlist"]["Args"];

/** A join that has not been sent to the database yet. */
interface Waiting {
  join: Join;
  resolve(answer: unknown): void;
  reject(cause: unknown): void;
  timer: NodeJS.Timeout;
}

/** How a queue calls the database, and its limits. */
export interface JoinQueueOptions {
  /** For calls that joins share, one at a time. It gives up soon if something is locked, because other joins are waiting behind it. */
  callShared: CallFunction;
  /** For each join by itself, where a shared call was refused. */
  callSingle: CallFunction;
  /** Most joins in one call. */
  most: number;
  /** Longest a join waits for its turn, in ms. */
  timeout: number;
}

/** Arguments that all joins of one call share, as the function takes them once. */
const shared = ["burst", "seconds_per_request", "consent_text"] as const;

/** Arguments that differ between all joins of one call: of two with the same one, the later has to see the effect of the earlier. */
const distinct = ["email", "bucket", "solution_hash"] as const;

const goTogether = (one: Join, other: Join): boolean =>
  shared.every((name) => one[name] === other[name]) &&
  distinct.every((name) => one[name] === undefined || one[name] !== other[name]);

/**
 * Puts joins on the waitlist with few calls: a join that arrives while no call is running is sent at once; those that arrive
 * meanwhile share the next call, which costs little more than a single one (docs/decisions/0181). If the database refuses a
 * shared call, each join is sent again by itself, so that none fails because of another.
 * @returns the answer of `join_waitlist`; rejects as the call does, or if the join's turn does not come in time
 */
export function createJoinQueue({ callShared, callSingle, most, timeout }: JoinQueueOptions) {
  const queue = new Set<Waiting>();
  let busy = false;

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    for (const waiting of queue) {
      if (!batch.every(({ join }) => goTogether(join, waiting.join))) continue;
      queue.delete(waiting);
      clearTimeout(waiting.timer);
      if (batch.push(waiting) === most) break;
    }
    return batch;
  }

  /** Sends a call, and returns a function that passes the answers on to its joins. */
  async function sendBatch(batch: readonly Waiting[]): Promise<() => void> {
    try {
      const answers = await callTogether(
        callShared,
        batch.map(({ join }) => join),
      );
      return () => {
        for (const [n, { resolve }] of batch.entries()) resolve(answers[n]);
      };
    } catch (cause) {
      // A refused call was rolled back; without an answer, the joins may have been stored.
      const refused = cause instanceof DatabaseError;
      return () => {
        for (const { join, resolve, reject } of batch)
          if (refused) callSingle("join_waitlist", join).then(resolve, reject);
          else reject(cause);
      };
    }
  }

  async function sendAll(): Promise<void> {
    if (busy) return;
    busy = true;
    while (queue.size > 0) {
      const tell = await sendBatch(takeBatch());
      // The next call is sent first, so that the database works on it while these joins are answered.
      if (queue.size > 0) setImmediate(tell);
      else tell();
    }
    busy = false;
  }

  return (join: Join): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        queue.delete(waiting);
        reject(new Error(`No turn for a join within ${timeout} ms.`));
      }, timeout);
      const waiting: Waiting = { join, resolve, reject, timer };
      queue.add(waiting);
      void sendAll();
    });
}

const outcomes = v.array(v.unknown());

async function callTogether(call: CallFunction, joins: readonly Join[]): Promise<unknown[]> {
  const [first] = joins;
  if (!first) return [];
  if (joins.length === 1) return [await call("join_waitlist", first)];
  const { burst, seconds_per_request, consent_text } = first;
  const args = { joins: JSON.stringify(joins), burst, seconds_per_request, ...(consent_text ? { consent_text } : {}) };
  return v.parse(outcomes, await call("join_waitlist_batch", args));
}
