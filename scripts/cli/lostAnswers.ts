import { counted } from "./amounts.ts";
import type { Backend } from "./backend.ts";
import { CliError, interruptedError } from "./errors.ts";

/** Returns how many answers have been lost since: what those calls did is missing from the answers to their repetitions. */
export function lostAnswers({ unanswered }: Pick<Backend, "unanswered">): () => number {
  const before = unanswered();
  return () => unanswered() - before;
}

/** A line for below the numbers of a command, as long as some of the answers they come from were lost. */
export const lostText = (lost: number): string =>
  lost === 0
    ? ""
    : `\n${counted(lost, "answer was lost and its call", "answers were lost and their calls")} repeated. What had been done by then may be missing from these numbers.`;

/**
 * Throws an error on, with the advice to repeat the command where the call that failed may have been carried out, or was interrupted.
 * @throws CliError `unreachable`, `interrupted`, and whatever else it is given.
 */
export const inDoubt =
  (lost: () => number) =>
  (error: unknown): never => {
    if (error instanceof CliError && error.code === "interrupted")
      throw interruptedError("What has been done stays. Run this again for the rest: nothing is done twice.");
    if (!(error instanceof CliError) || error.code !== "unreachable" || lost() === 0) throw error;
    throw new CliError("unreachable", error.message, {
      cause: error,
      hint: "The last call may have been carried out all the same. Run this again: nothing is done twice.",
    });
  };
