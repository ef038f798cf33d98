import type { QuestionId, questions } from "../../server/contract/questions.ts";

/** Words of a question: what is asked, and what each choice says; a question that is answered by a text has no choices. */
type QuestionWords<Id extends QuestionId> = {
  ask: string;
  choices: (typeof questions)[Id] extends { choices: readonly (infer Choice extends string)[] }
    ? Record<Choice, string>
    : Record<never, string>;
};

/** Words of the questions after joining (server/contract/questions.ts). */
export const questionWords: { [Id in QuestionId]: QuestionWords<Id> } = {
  invoicing: {
    ask: "How do you send invoices today?",
    choices: {
      documents: "Word or spreadsheets",
      app: "An invoicing app",
      accountant: "My accountant does it",
      "not-yet": "Not yet",
    },
  },
  time: {
    ask: "What costs you the most time?",
    choices: {
      invoices: "Writing invoices",
      payments: "Chasing payments",
      receipts: "Sorting receipts",
      taxes: "Taxes",
      clients: "Finding clients",
    },
  },
  invoices: {
    ask: "How many invoices do you send a month?",
    choices: { "0-5": "Up to 5", "6-20": "6 to 20", "21+": "21 or more" },
  },
};
