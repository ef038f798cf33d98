import type { Io } from "./io.ts";
import { harmless } from "./terminalText.ts";

/** Who is asked at the terminal, and told that an answer was not understood. */
export type Asked = Pick<Io, "ask" | "err">;

/**
 * Asks until the answer is one of `answers`, in any case, so that a slip of the finger does not cost what was answered before.
 * @returns what that answer stands for; undefined for an empty answer, which is how one gives up, and where nobody can be asked.
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
    err.write(harmless(`"${answer}" is none of: ${[...answers.keys()].join(", ")}. Nothing typed gives up.\n`));
  }
}
