import { type Io, type Messages, writeMessage } from "./io.ts";

/** The terminal functions that ask, and report an answer that was not understood. */
export type Asked = Pick<Io, "ask"> & Messages;

/**
 * Asks until the answer is one of `answers`, in any case, so that a typing mistake does not cost the earlier answers.
 * @returns the value of that answer; undefined for an empty answer, which means giving up, and where nobody can be asked.
 */
export async function askOneOf<T>(
  { ask, ...messages }: Asked,
  question: string,
  answers: ReadonlyMap<string, T>,
): Promise<T | undefined> {
  if (!ask) return undefined;
  for (;;) {
    const answer = (await ask(question)).trim();
    const known = answers.get(answer.toLowerCase());
    if (known !== undefined || answer === "") return known;
    writeMessage(
      messages,
      `"${answer}" is not one of: ${[...answers.keys()].join(", ")}. Press Enter alone to give up.`,
    );
  }
}
