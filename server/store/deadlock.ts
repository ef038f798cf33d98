import { deadlock } from "./sqlState.ts";
import { codeOf } from "../errors/caught.ts";

/** Most attempts at a call that keeps ending in a deadlock, and the longest wait between them, in ms. */
const mostAttempts = 4;
const longestPause = 100;

const isDeadlock = (error: unknown): boolean => codeOf(error) === deadlock;

/** Calls the database, and repeats a call that ended in a deadlock. @throws the error of the last attempt. */
export async function retryOnDeadlock<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isDeadlock(error) || attempt === mostAttempts) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longestPause));
  }
}
