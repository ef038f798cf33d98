import type { Readable, Writable } from "node:stream";
import { confirm, isCancel, select, selectKey, text } from "@clack/prompts";
import { CliError, interruptedError } from "../../data/errors.ts";
import type { Choice, Io, Prompts } from "./io.ts";
import { harmless } from "./terminalText.ts";

/**
 * Time in which nobody can have read a question, in ms: a key that is held down, or pasted text, must not
 * answer a question that was not seen yet. The monotonic clock measures it, as NTP may set the other one
 * meanwhile.
 */
const unread = 150;

const isTaken = <T>(given: T): given is Exclude<T, symbol> => !isCancel(given);

/** Prompts on a terminal. They write to stderr, as stdout is for the command's result. */
export function terminalPrompts(
  input: Readable,
  output: Writable & { columns?: number },
  signal: AbortSignal,
): Prompts {
  // script(1) starts a terminal that reports no width; without a default each character would get a separate
  // line.
  if (output.columns === 0) output.columns = 80;
  const streams = { input, output, signal };
  const answered = async <T>(answer: Promise<T>): Promise<Exclude<T, symbol>> => {
    const given = await answer;
    if (isTaken(given)) return given;
    throw interruptedError();
  };
  const giveUp = "";
  const options = <T extends string>(choices: readonly Choice<T>[]) =>
    choices.map(({ value, label, hint }) => ({
      value: String(value),
      label: harmless(label),
      ...(hint === undefined ? {} : { hint: harmless(hint) }),
    }));
  return {
    confirm: (question) => answered(confirm({ message: harmless(question), initialValue: false, ...streams })),
    // No answer is chosen beforehand, so that Enter alone does not answer a question that was hardly read.
    async choose(question, choices) {
      const all = [...options(choices), { value: giveUp, label: "Give up" }];
      const given = await answered(
        select<string>({ message: harmless(question), options: all, initialValue: giveUp, ...streams }),
      );
      return choices.find(({ value }) => value === given)?.value;
    },
    async key(question, choices) {
      const asked = performance.now();
      const given = await answered(
        selectKey<string>({ message: harmless(question), options: options(choices), ...streams }),
      );
      if (performance.now() - asked < unread) return this.key(question, choices);
      return choices.find(({ value }) => value === given)?.value;
    },
    text: (question) => answered(text({ message: harmless(question), ...streams })),
  };
}

/** A question that an operator has to answer before something is done. */
export interface Confirmation {
  /** Says, as a question, what will be done. */
  question: string;
  /** The word that has to be typed where a yes is too easy. */
  typed?: string;
  /** The message after a no. */
  refusal: string;
  /** How to do it where nobody can be asked. */
  hint: string;
}

/**
 * The prompts of the terminal.
 * @throws CliError `usage` with the hint where nobody can be asked.
 */
export function requirePrompts({ prompts }: Pick<Io, "prompts">, hint: string): Prompts {
  if (!prompts) throw new CliError("usage", "There is no terminal to ask on.", { hint });
  return prompts;
}

/**
 * Asks an operator to confirm what a command is about to do.
 * @throws CliError `usage` where nobody can be asked, `failed` after a no.
 */
export async function confirmed(
  io: Pick<Io, "prompts">,
  { question, typed, refusal, hint }: Confirmation,
): Promise<void> {
  const prompts = requirePrompts(io, hint);
  const yes =
    typed === undefined
      ? await prompts.confirm(question)
      : (await prompts.text(question)).trim().toLowerCase() === typed;
  if (!yes) throw new CliError("failed", refusal);
}
