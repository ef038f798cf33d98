import * as v from "valibot";
import { longestAnswerText, type Question, questions } from "./questions.ts";
import { slugOf, sourceOfSlug } from "./characters.ts";
import { lineField, required } from "./text.ts";

export function answerField(question: Question) {
  if (question.kind === "text") return lineField("Enter an answer.", longestAnswerText);
  const choice = v.picklist(question.choices, `Choose from ${question.choices.join(", ")}.`);
  if (question.kind === "one") return choice;
  const chosen = v.pipe(
    v.array(choice, "Give a list of choices."),
    v.minLength(1, "Choose at least one."),
    v.maxLength(question.choices.length, "Choose each once."),
  );
  return v.pipe(
    chosen,
    v.check((choices) => new Set(choices).size === choices.length, "Choose each once."),
  );
}

/** Schema of answers to some questions: at least one, and to no other. */
export const answersField = (asked: Record<string, Question>) =>
  v.pipe(
    v.strictObject(
      Object.fromEntries(Object.entries(asked).map(([id, question]) => [id, v.optional(answerField(question))])),
      (issue) => (issue.expected === "never" ? "There is no such question." : required),
    ),
    v.check((answers) => Object.keys(answers).length > 0, "Answer at least one question."),
  );

/** Token of a person who joined or confirmed; at most this long. */
const tokenField = v.pipe(v.string(), v.maxLength(256));

/** Body of `POST /answers`: the token of `POST /waitlist` or `POST /confirm`, and answers by question. Each replaces a former one. */
export const answersBody = v.object({ token: tokenField, answers: answersField(questions) }, required);

/**
 * Body of `POST /visits`: the campaign as it stands in the visitor's link, since the page has no room for the
 * code that turns it into a source. The content type may be anything, as `sendBeacon` sends JSON as plain text.
 */
export const visitBody = v.object(
  {
    source: v.nullish(
      v.pipe(
        v.string(),
        v.transform((campaign) => sourceOfSlug(slugOf(campaign))),
      ),
    ),
  },
  required,
);
