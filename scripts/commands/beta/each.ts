import { CliError } from "../../cli/errors.ts";
import { count } from "../../cli/amounts.ts";
import { type Messages, writeMessage } from "../../cli/io.ts";

/** Why something could not be done to one of the things named. */
export interface Failure {
  id: string;
  error: CliError;
}

/**
 * Does something to each of several items; a failure of one does not stop the others. Returns the failures.
 * @throws CliError that ends the whole: `unreachable`, `configuration`, `interrupted`.
 */
export async function eachOf<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  work: (item: T) => Promise<void>,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (!(error instanceof CliError) || (error.code !== "failed" && error.code !== "usage")) throw error;
      failures.push({ id: idOf(item), error });
    }
  }
  return failures;
}

/**
 * Names on stderr what could not be done to some of several.
 * @throws CliError `failed` when there are failures; where only one thing was named, its own error.
 */
export function report(io: Messages, failures: readonly Failure[], named: number, what: string): void {
  const [only] = failures;
  if (!only) return;
  if (named === 1) throw only.error;
  for (const { error } of failures) writeMessage(io, error.message);
  throw new CliError("failed", `${count(failures.length)} of ${count(named)} could not be ${what}.`);
}
