import { codeOf } from "../lib/caught.ts";

// SQLSTATEs that several parts look for, by their names in appendix A of PostgreSQL's manual.

/** `deadlock_detected`: PostgreSQL rolled a transaction back to resolve a deadlock. */
export const deadlock = "40P01";

/** `insufficient_privilege`: a missing privilege, or a policy that refuses. */
export const insufficientPrivilege = "42501";

/** `disk_full`. It needs another remedy than a database that is unavailable for a while. */
export const diskFull = "53100";

/** Most attempts at a call that keeps ending in a deadlock, and the longest wait between them, in ms. */
interface Patience {
  attempts: number;
  pause: number;
}

const isDeadlock = (error: unknown): boolean => codeOf(error) === deadlock;

/**
 * Calls the database, and repeats a call that PostgreSQL aborted because another one locked rows in a different order: nothing of
 * it has taken effect then. @throws the error of the last attempt.
 */
export async function retryOnDeadlock<T>(
  call: () => Promise<T>,
  { attempts, pause }: Patience = { attempts: 4, pause: 100 },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isDeadlock(error) || attempt === attempts) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * pause));
  }
}
