import { CliError } from "../../cli/errors.ts";
import { count } from "../../cli/amounts.ts";
import { type Messages, writeMessage } from "../../cli/io.ts";

/** Why something could not be done to one of the things named. */
export interface Failure {
  id: string;
  error: CliError;
}

/** What could not be done to several items. */
export interface Failures {
  each: Failure[];
  /** What ended the whole before its last item; the item it happened to is among the failures. */
  ended?: CliError;
}

/**
 * Does something to each of several items; a failure of one does not stop the others, unless the backend cannot be reached, is
 * not set up for it, or the person stops it.
 */
export async function eachOf<T>(
  items: readonly T[],
  idOf: (item: T) => string,
  work: (item: T) => Promise<void>,
): Promise<Failures> {
  const each: Failure[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      each.push({ id: idOf(item), error });
      if (error.code !== "failed" && error.code !== "usage") return { each, ended: error };
    }
  }
  return { each };
}

/**
 * Names on stderr what could not be done to some of several.
 * @throws CliError `failed` when there are failures; what ended the whole; where only one thing was named, its own error.
 */
export function report(io: Messages, { each, ended }: Failures, named: number, what: string): void {
  const [only] = each;
  if (!only) return;
  if (named === 1) throw only.error;
  for (const { error } of each) if (error !== ended) writeMessage(io, error.message);
  throw ended ?? new CliError("failed", `${count(each.length)} of ${count(named)} could not be ${what}.`);
}
