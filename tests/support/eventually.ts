import { setTimeout as sleep } from "node:timers/promises";

/**
 * Tries again every 50 ms until there is an answer.
 * @throws Error that names what was waited for, after `timeout` ms.
 */
export async function eventually(what: string, holds: () => Promise<boolean>, timeout = 90_000): Promise<void> {
  const until = Date.now() + timeout;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`${what}: not within ${timeout} ms`);
    await sleep(50);
  }
}
