/** Longest text that answers a question, in characters. */
export const longestAnswerText = 200;

/** How a question is answered: by one of its choices, by one or more of them, or by a text of {@link longestAnswerText} characters. */
export type Question =
  | { readonly kind: "one" | "several"; readonly choices: readonly [string, ...string[]] }
  | { readonly kind: "text" };

/**
 * The questions that a person is asked after joining, in their order: five at most. Their words are in components/copy. Ids and choices are
 * stored, so give a changed question another id; the answers to one that is removed stay. An id has a-z and 0-9; a choice no comma.
 */
export const questions = {
  invoicing: { kind: "one", choices: ["documents", "app", "accountant", "not-yet"] },
  time: { kind: "one", choices: ["invoices", "payments", "receipts", "taxes", "clients"] },
  invoices: { kind: "one", choices: ["0-5", "6-20", "21+"] },
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof questions;

/** The answer to a question: one of its choices, some of them, or a text. */
type AnswerTo<Q extends Question> = Q extends { kind: "one"; choices: readonly (infer Choice)[] }
  ? Choice
  : Q extends { kind: "several"; choices: readonly (infer Choice)[] }
    ? Choice[]
    : string;

/** The answers that a person has given. */
export type Answers = { [Id in QuestionId]?: AnswerTo<(typeof questions)[Id]> };

export const questionOf = (id: QuestionId): Question => questions[id];

/** Whether a text is the id of a question that is asked. */
export const isQuestion = (id: string): id is QuestionId => Object.hasOwn(questions, id);

/** The ids of all {@link questions}, in their order. */
export const questionIds: readonly QuestionId[] = Object.keys(questions).filter(isQuestion);
