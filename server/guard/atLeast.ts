/**
 * Makes work take at least `duration` ms, whether it succeeds or fails, so that the time of an answer reveals nothing.
 * @throws what `work` throws, also after that time.
 */
export async function atLeast<T>(duration: number, work: () => Promise<T>): Promise<T> {
  const floor = new Promise<void>((resolve) => {
    setTimeout(resolve, duration);
  });
  const [done] = await Promise.allSettled([work(), floor]);
  if (done.status === "rejected") throw done.reason;
  return done.value;
}
