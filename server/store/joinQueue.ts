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
  /** Calls the database, one call at a time, and gives up early where something is locked: the others wait behind it. */
  hasty: CallFunction;
  /** Calls the database for the joins of a call that it refused. */
  patient: CallFunction;
  /** Most joins in one call. */
  most: number;
  /** Longest a join waits for its turn, in ms. */
  timeout: number;
}

/** What the joins of one call have in common: the function takes it once. */
const shared = ["burst", "seconds_per_request", "consent_text"] as const;

/** What no two joins of one call have in common: the later one has to find what the earlier one did. */
const distinct = ["email", "bucket", "solution_hash"] as const;

const goTogether = (one: Join, other: Join): boolean =>
  shared.every((name) => one[name] === other[name]) &&
  distinct.every((name) => one[name] === undefined || one[name] !== other[name]);

/**
 * Puts joins on the waitlist by as few calls as there is time for: one that comes while none is under way leaves at once;
 * those that come meanwhile go together in the next call, which costs little more than one (docs/decisions/0181). A call
 * that the database refuses is made again join by join, so that none fails for another.
 * @returns what `join_waitlist` answers; rejects as its call does, or when its turn does not come in time
 */
export function createJoinQueue({ hasty, patient, most, timeout }: JoinQueueOptions) {
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

  /** Sends a call and returns what tells its joins what came of them. */
  async function sendBatch(batch: readonly Waiting[]): Promise<() => void> {
    try {
      const answers = await callTogether(
        hasty,
        batch.map(({ join }) => join),
      );
      return () => {
        for (const [n, { resolve }] of batch.entries()) resolve(answers[n]);
      };
    } catch (cause) {
      // What the database refused it has undone; where it said nothing, the joins may have been made.
      const refused = cause instanceof DatabaseError;
      return () => {
        for (const { join, resolve, reject } of batch)
          if (refused) patient("join_waitlist", join).then(resolve, reject);
          else reject(cause);
      };
    }
  }

  async function sendAll(): Promise<void> {
    if (busy) return;
    busy = true;
    while (queue.size > 0) {
      const tell = await sendBatch(takeBatch());
      // The next call leaves first: the database works on it while these are answered.
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
