import { ProblemError } from "../http/problem.ts";

/** Most calls that wait or run; the last of them waits for about five seconds. */
const mostWaiting = 50;

/** Does work whose answer must not reveal whether an address has an account. */
export type UniformAnswers = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Does such work one at a time, as it may compute a password hash, which stops the process for some 70 ms:
 * several at once would keep everybody else waiting. Each takes at least `leastTime` ms after its turn has
 * come, whether or not it succeeds. It waits for its turn even if it turns out to have nothing to do.
 * @throws what `work` throws, ProblemError `rate_limited` if too many wait.
 */
export function createUniformAnswers(leastTime: number): UniformAnswers {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (waiting >= mostWaiting) throw new ProblemError("rate_limited", { retryAfter: 1 });
    waiting += 1;
    let least: Promise<void> | undefined;
    const turn = last.then(() => {
      least = new Promise((resolve) => {
        setTimeout(resolve, leastTime);
      });
      return work();
    });
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
      await least;
    }
  };
}
