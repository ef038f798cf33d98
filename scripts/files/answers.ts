import * as v from "valibot";
import { answerField } from "../../server/contract/answers.ts";
import { isRecord } from "../../server/contract/outcomes.ts";
import { waitlistFields } from "../../server/contract/waitlist.ts";
import { type QuestionId, questionIds, questionOf } from "../../server/contract/questions.ts";
import { refuse } from "./dates.ts";

/** The names of columns with answers begin with this, and end with the question's id. */
const prefix = "answer_";

/** The columns of files that hold answers, one for each question. */
export const answerColumns: readonly string[] = questionIds.map((id) => prefix + id);

/** The question whose answers a column holds. */
export const questionOfColumn = (column: string): QuestionId | undefined =>
  questionIds.find((id) => column === prefix + id);

/** The cells of a row's answers by column; several choices are separated by commas. */
export const answerCells = (answers: unknown): Record<string, string | null> =>
  Object.fromEntries(
    questionIds.map((id) => {
      const answer = isRecord(answers) ? answers[id] : undefined;
      return [prefix + id, answer === undefined ? null : String(answer)];
    }),
  );

/** Reads the cell of an answer as it is stored, or says why not. */
export function readAnswer(id: QuestionId, cell: string): { answer: unknown } | { problem: string } {
  const question = questionOf(id);
  const given = question.kind === "several" ? cell.split(",").map((choice) => choice.trim()) : cell;
  const read = v.safeParse(answerField(question), given);
  return read.success ? { answer: read.output } : { problem: `${prefix}${id}: ${read.issues[0].message}` };
}

const details = v.omit(waitlistFields, ["email"]);

/** The values that a line gives for the fields of the form, except the address. @throws Refused */
export function readDetails(cell: (field: keyof typeof details.entries) => string): v.InferOutput<typeof details> {
  const read = v.safeParse(details, Object.fromEntries(v.keyof(details).options.map((field) => [field, cell(field)])));
  return read.success ? read.output : refuse(`${v.getDotPath(read.issues[0]) ?? "line"}: ${read.issues[0].message}`);
}
