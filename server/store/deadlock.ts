import { deadlock } from "./sqlState.ts";
import { codeOf } from "../errors/caught.ts";

/** Most attempts at a call that keeps ending in a deadlock, and the longest wait between them, in ms. */
interface Patience {
  attempts: number;
  pause: number;
}

const isDeadlock = (error: unknown): boolean => codeOf(error) === deadlock;

/**
 * Calls the database, and repeats a call that PostgreSQL ended because another one locked rows in a different order: nothing of
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
