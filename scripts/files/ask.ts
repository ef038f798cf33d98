import { counted } from "../../server/lib/amounts.ts";
import { CliError } from "../data/errors.ts";
import type { Choice, Prompts } from "../cli/terminal/io.ts";
import type { Column } from "./columns.ts";

/** The unclear point, and the options that settle it. */
export interface Question {
  problem: string;
  hint: string;
}

/** How to ask about unclear points, and the list of questions that nobody answered, if they are gathered. */
export interface Asking {
  prompts: Pick<Prompts, "choose"> | undefined;
  unanswered?: Question[] | undefined;
}

/**
 * Goes on with a provisional answer while questions are gathered, so that later questions are asked in the same
 * run.
 * @throws CliError `usage` with the question when they are not gathered.
 */
export function unanswered<Answer>({ unanswered: all }: Asking, question: Question, forNow: Answer): Answer {
  if (!all) throw new CliError("usage", question.problem, { hint: question.hint });
  all.push(question);
  return forNow;
}

/** @throws CliError `usage` with all questions that nobody answered, if there are any. */
export function refuseUnanswered(all: readonly Question[]): void {
  const [first] = all;
  if (!first) return;
  if (all.length === 1) throw new CliError("usage", first.problem, { hint: first.hint });
  throw new CliError("usage", `${all.length} things are unclear; give the options for all of them.`, {
    hint: all.map(({ problem, hint }, n) => `${n + 1}. ${problem}\n   ${hint}`).join("\n"),
  });
}

/** The different values of a column, as they first occurred. */
export const textsOf = ({ values }: Column): string[] => [...values.values()].map(({ text }) => text);

/** Lists some values of a column for display. */
export const some = (column: Column, most: number): string =>
  textsOf(column).slice(0, most).join(", ") + (column.values.size > most ? ", …" : "");

/** How many values of a column a question shows at most. */
const shown = 8;

/**
 * Asks what a column is.
 * @param problem what is unclear, up to the colon
 * @param forNow what it is taken for while further questions are gathered
 * @throws CliError `usage` with the hint where nobody can be asked. Its message has no values, which may be about
 *   people.
 */
export async function askColumn<Kind extends string>(
  asking: Asking,
  column: Column,
  { problem, kinds, hint, forNow }: { problem: string; kinds: readonly Choice<Kind>[]; hint: string; forNow: Kind },
): Promise<Kind> {
  const { values, dates, filled } = column;
  const [first] = [...values.values()];
  const what = dates * 2 > filled ? "it holds dates" : `it has ${counted(values.size, "value")}`;
  const said = `${problem}: ${what}${first ? `, the first in line ${first.line}` : ""}.`;
  const answer = await asking.prompts?.choose(`${said}\nWhat does it say (${some(column, shown)})?`, kinds);
  return answer ?? unanswered(asking, { problem: said, hint }, forNow);
}

/** A value of a column that is not understood, and where it is. */
interface UnclearValue {
  column: string;
  text: string;
  where: string;
}

/**
 * Asks what a value means.
 * @param of what the value describes: "a person"
 * @throws CliError `usage` when nobody can be asked, with the options that give the answer.
 */
export async function askMeaning<Meaning extends string>(
  asking: Asking,
  { column, text, where }: UnclearValue,
  of: string,
  meanings: readonly Choice<Meaning>[],
  forNow: Meaning,
): Promise<Meaning> {
  const value = text === "" ? "a blank" : `"${text}"`;
  const problem = `The column "${column}" has a value that is not understood, in ${where}: ${value}.`;
  const answer = await asking.prompts?.choose(`${problem} What does it say of ${of}?`, meanings);
  if (answer) return answer;
  const words = meanings.map((one) => one.value);
  // The hint shows the second meaning: the first one says nothing about a person, and is seldom right.
  const [other, ...rest] = words;
  const hint = `Say what it means: --meaning "${text}=${rest[0]}" (or ${[other, ...rest.slice(1)].join(", ")}). If the column says nothing of this: --map ignored="${column}".`;
  return unanswered(asking, { problem, hint }, forNow);
}
