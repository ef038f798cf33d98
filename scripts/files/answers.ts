import * as v from "valibot";
import { answerField } from "../../server/contract/answers.ts";
import { isRecord } from "../../server/contract/outcomes.ts";
import { waitlistFields } from "../../server/contract/waitlist.ts";
import { isQuestion, type Question, type QuestionId, questionIds } from "../../server/contract/questions.ts";
import { CliError } from "../data/errors.ts";
import { normalName } from "./addresses.ts";
import { refuse } from "./dates.ts";

/** The names of columns with answers begin with this, and end with the question's id. */
const prefix = "answer_";

/** The name of the column that holds the answers with an id. */
export const columnOfAnswers = (id: string): string => prefix + id;

/** The column of files for answers to what is not asked (now), as JSON by id: `import --keep` brings some. */
const otherColumn = "other_answers";

/** The columns of files that hold answers: one for each question, and one for all other answers. */
export const answerColumns: readonly string[] = [...questionIds.map(columnOfAnswers), otherColumn];

/**
 * The id under which the texts of a file's column are kept as answers. @throws CliError `usage` for a header without
 * a letter a to z or digit, and for one that gives the id of a question, whose answers are read otherwise.
 */
export function keptId(header: string): string {
  const id = normalName(header);
  if (id !== "" && !isQuestion(id)) return id;
  const why =
    id === "" ? "has no letter a to z or digit" : `has the name of a question: call it ${columnOfAnswers(id)}`;
  throw new CliError("usage", `--keep ${header}: this header ${why}.`);
}

/** The question whose answers a column holds. */
export const questionOfColumn = (column: string): QuestionId | undefined =>
  questionIds.find((id) => column === prefix + id);

/** The cells of a row's answers by column; several choices are separated by commas. */
export function answerCells(answers: unknown): Record<string, string | null> {
  const given = isRecord(answers) ? answers : {};
  const others = Object.entries(given).filter(([id]) => !isQuestion(id));
  return {
    ...Object.fromEntries(
      questionIds.map((id) => [columnOfAnswers(id), given[id] === undefined ? null : String(given[id])]),
    ),
    [otherColumn]: others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : null,
  };
}

/** Reads the cell of an answer as it is stored, or says why not. */
export function readAnswer(
  question: Question,
  column: string,
  cell: string,
): { answer: unknown } | { problem: string } {
  const given = question.kind === "several" ? cell.split(",").map((choice) => choice.trim()) : cell;
  const read = v.safeParse(answerField(question), given);
  return read.success ? { answer: read.output } : { problem: `${column}: ${read.issues[0].message}` };
}

const details = v.omit(waitlistFields, ["email"]);

/** The values that a line gives for the fields of the form, except the address. @throws Refused */
export function readDetails(cell: (field: keyof typeof details.entries) => string): v.InferOutput<typeof details> {
  const read = v.safeParse(details, Object.fromEntries(v.keyof(details).options.map((field) => [field, cell(field)])));
  return read.success ? read.output : refuse(`${v.getDotPath(read.issues[0]) ?? "line"}: ${read.issues[0].message}`);
}
