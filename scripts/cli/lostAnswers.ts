import { counted } from "./amounts.ts";
import type { Backend } from "./backend.ts";

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
