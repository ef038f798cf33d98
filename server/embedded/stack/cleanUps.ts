import { explained } from "../errors/stackError.ts";

/** Functions that undo the steps of a start, in the order of the steps. */
export type CleanUps = (() => Promise<void>)[];

/** Undoes the steps, the last one first, and continues if one fails. @throws AggregateError of the failures. */
export async function unwind(cleanUps: CleanUps): Promise<void> {
  const failures: unknown[] = [];
  for (const cleanUp of cleanUps.toReversed()) await cleanUp().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, "The stack did not stop cleanly.");
}

/**
 * Starts something and adds a `stop`, which is safe to call twice. If a later step fails, the earlier ones are undone.
 * @throws what `start` throws, as StackError if it is a failure of the machine.
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
    // Why it does not start matters more than what could not be undone because of that.
    await stop().catch(() => undefined);
    throw explained(error);
  }
}
