import { explained } from "../errors/stackError.ts";

/** What undoes the steps of a start, in their order. */
export type CleanUps = (() => Promise<void>)[];

/** Undoes the last step first, and the others too where one cannot be undone. @throws AggregateError of those. */
export async function unwind(cleanUps: CleanUps): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanUp of cleanUps.toReversed()) await cleanUp().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, "The stack did not stop cleanly.");
}

/**
 * Starts something with a `stop`, safe to call twice. Whatever was started is stopped again when a later part fails.
 * @throws what `start` throws, StackError for a failure of the machine.
 */
export async function startWhole<T extends object>(
  start: (cleanUps: CleanUps) => Promise<T>,
): Promise<T & { stop(): Promise<void> }> {
  const cleanUps: CleanUps = [];
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= unwind(cleanUps));
  try {
    return { ...(await start(cleanUps)), stop };
  } catch (error) {
    await stop();
    throw explained(error);
  }
}
