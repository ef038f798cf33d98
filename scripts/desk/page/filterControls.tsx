import type { ReactNode } from "react";
import { deliveries, type DeskFilterName, productSteps, referralSides } from "../../../server/contract/peopleFilter.ts";
import { questionIds, questionOf } from "../../../server/contract/questions.ts";
import { questionWords } from "../../../components/copy/questions.ts";
import { deskCopy } from "../words/desk.ts";
import type { PeopleGroups } from "./api.ts";

const words = deskCopy.people;

/** The control of a filter: a choice, a group that people are in, or the time since when they joined. */
type Control = { label: string } & (
  | { kind: "choice"; options: ReactNode }
  | { kind: "group"; of: keyof PeopleGroups }
  | { kind: "time" }
);

function optionsOf<Value extends string>(values: readonly Value[], names: Record<Value, string>): ReactNode {
  return values.map((value) => (
    <option key={value} value={value}>
      {names[value]}
    </option>
  ));
}

/**
 * The choices of all questions that have some, as options of a select. A value is a question's id, a colon and
 * a choice.
 */
function AnswerOptions() {
  return questionIds.map((id) => {
    const question = questionOf(id);
    const choices = new Map<string, string>(Object.entries(questionWords[id].choices));
    return (
      question.kind !== "text" && (
        <optgroup key={id} label={questionWords[id].ask}>
          {question.choices.map((choice) => (
            <option key={choice} value={`${id}:${choice}`}>
              {choices.get(choice)}
            </option>
          ))}
        </optgroup>
      )
    );
  });
}

/** The control of each filter, above the list of people and where a mail is written. */
export const controls: Record<DeskFilterName, Control> = {
  since: { label: words.joined, kind: "time" },
  source: { label: words.source, kind: "group", of: "sources" },
  tag: { label: words.tag, kind: "group", of: "tags" },
  notTag: { label: words.notTag, kind: "group", of: "tags" },
  answer: { label: words.answer, kind: "choice", options: <AnswerOptions /> },
  referral: { label: words.referral, kind: "choice", options: optionsOf(referralSides, words.referralSides) },
  product: { label: words.product, kind: "choice", options: optionsOf(productSteps, words.productSteps) },
  delivery: { label: words.delivery, kind: "choice", options: optionsOf(deliveries, words.deliveries) },
};

/** Whether a filter's value is a day: `2026-05-04`. */
export const isDay = (since = ""): boolean => /^\d{4}-/u.test(since);

/** Today in UTC, because the filter's days begin in UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10);
