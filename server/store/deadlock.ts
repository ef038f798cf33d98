/** PostgreSQL's code for a transaction that it ends because it and others wait for each other. Nothing of it has happened. */
export const deadlock = "40P01";

/** How often a call is made that ends so each time, and the longest wait before it is made again, in ms. */
const mostAttempts = 4;
const longestPause = 100;

const isDeadlock = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === deadlock;

/** Makes a call to the database, and again where a deadlock has ended it. @throws what it ends with at last. */
export async function againAfterDeadlock<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!isDeadlock(error) || attempt === mostAttempts) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longestPause));
  }
}
