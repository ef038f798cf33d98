/**
 * Does work in no less than `duration` ms, whether it succeeds or fails, so that how long an answer took says nothing of
 * what was found.
 * @throws what `work` throws, no sooner either.
 */
export async function atLeast<T>(duration: number, work: () => Promise<T>): Promise<T> {
  const floor = new Promise<void>((resolve) => {
    setTimeout(resolve, duration);
  });
  const [done] = await Promise.allSettled([work(), floor]);
  if (done.status === "rejected") throw done.reason;
  return done.value;
}
