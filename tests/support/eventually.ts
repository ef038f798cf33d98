import { setTimeout as sleep } from "node:timers/promises";

/**
 * Asks again every 50 ms until the answer is there.
 * @throws Error naming what was waited for, after `timeout` ms.
 */
export async function eventually(what: string, holds: () => Promise<boolean>, timeout = 20_000): Promise<void> {
  const until = Date.now() + timeout;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`${what}: not within ${timeout} ms`);
    await sleep(50);
  }
}
