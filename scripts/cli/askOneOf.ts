import type { Io } from "./io.ts";
import { harmless } from "./terminalText.ts";

/** The terminal functions that ask, and report an answer that was not understood. */
export type Asked = Pick<Io, "ask" | "err">;

/**
 * Asks until the answer is one of `answers`, in any case, so that a typing mistake does not cost the earlier answers.
 * @returns the value of that answer; undefined for an empty answer, which means giving up, and where nobody can be asked.
 */
export async function askOneOf<T>(
  { ask, err }: Asked,
  question: string,
  answers: ReadonlyMap<string, T>,
): Promise<T | undefined> {
  if (!ask) return undefined;
  for (;;) {
    const answer = (await ask(question)).trim();
    const known = answers.get(answer.toLowerCase());
    if (known !== undefined || answer === "") return known;
    err.write(
      harmless(`"${answer}" is not one of: ${[...answers.keys()].join(", ")}. Press Enter alone to give up.\n`),
    );
  }
}
