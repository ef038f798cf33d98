import { CliError } from "./errors.ts";
import type { Io } from "./io.ts";

/** What an operator has to type before something is done. */
export interface Confirmation {
  /** Says what will be done, and what to type. */
  question: string;
  /** Whether the answer, trimmed and in lower case, confirms; by default that is "yes". */
  confirms?: (answer: string) => boolean;
  /** What is said after any other answer. */
  refusal: string;
  /** How to do it where nobody can be asked. */
  hint: string;
}

/**
 * The function that asks on the terminal.
 * @throws CliError `usage` with the hint where nobody can be asked.
 */
export function requireTerminal({ ask }: Pick<Io, "ask">, hint: string): NonNullable<Io["ask"]> {
  if (!ask) throw new CliError("usage", "There is no terminal to ask on.", { hint });
  return ask;
}

/**
 * Asks an operator to confirm what a command is about to do.
 * @throws CliError `usage` where nobody can be asked, `failed` after another answer.
 */
export async function confirm(
  io: Pick<Io, "ask">,
  { question, confirms = (answer) => answer === "yes", refusal, hint }: Confirmation,
): Promise<void> {
  const answer = await requireTerminal(io, hint)(question);
  if (!confirms(answer.trim().toLowerCase())) throw new CliError("failed", refusal);
}
