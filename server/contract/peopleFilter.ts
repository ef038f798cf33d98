import * as v from "valibot";
import { tidyLine } from "./characters.ts";
import { sourceForm, tagForm } from "./limits.ts";
import { isQuestion, type QuestionId, questionIds, questionOf } from "./questions.ts";

/** The sides of a referral: people whose friends count for them, and people who came by a friend's link. */
export const referralSides = ["referrer", "referred"] as const;

/** How far people are on their way into the product; `not-came` means people who were invited and have not come. */
export const productSteps = ["invited", "not-invited", "came", "not-came"] as const;

/** What became of mails to people. */
export const deliveries = ["bounced"] as const;

/** The form of a source, with what is said of another. */
export const slugField = (name: string) =>
  v.pipe(
    v.string(),
    v.regex(sourceForm, `${name}: give up to 64 small letters, digits, dots, hyphens and underscores.`),
  );

export const tagField = v.pipe(v.string(), v.regex(tagForm, "Tag: give up to 32 small letters, digits and hyphens."));

/** An answer to a question: a choice, or a whole text. */
interface Answer {
  question: QuestionId;
  choice: string;
}

/** Reads `question=choice`, or `question:choice`. For anything else it returns what is wrong. */
function answerOf(text: string): Answer | string {
  const at = text.search(/[:=]/u);
  const [question, choice] = at < 0 ? [text, ""] : [text.slice(0, at), tidyLine(text.slice(at + 1))];
  if (!isQuestion(question)) return `There is no question "${question}". There are: ${questionIds.join(", ")}`;
  const asked = questionOf(question);
  if (asked.kind !== "text" && !asked.choices.includes(choice))
    return `There is no answer "${choice}" to ${question}: ${asked.choices.join(", ")}`;
  return choice === "" ? `Give the answer to ${question}.` : { question, choice };
}

/** Reads a time as {@link timeField} does. For anything else it returns what is wrong. */
function timeOf(text: string, now: Date): Date | string {
  const days = text === "yesterday" ? 1 : Number(/^(\d{1,4})d$/u.exec(text)?.[1] ?? NaN);
  const before = new Date(now.getTime() - days * 86_400_000);
  if (days >= 0) return text === "yesterday" ? new Date(before.toISOString().slice(0, 10)) : before;
  // Times begin with the year 1000: PostgreSQL has no year 0, which the 60 days before a time might reach.
  const [, day] = /^([1-9]\d{3}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/u.exec(text) ?? [];
  const time = new Date(text);
  if (day === undefined || !(time.getUTCFullYear() < 10_000))
    return "Give a day such as 2026-05-04, a time such as 2026-05-04T12:00:00Z, yesterday, or 7d.";
  // Date accepts 30 February and makes it 2 March.
  return new Date(day).toISOString().slice(0, 10) === day ? time : `There is no day ${day}.`;
}

/** A text that a function parses. The function returns a message instead where it cannot. */
export const readBy = <Value>(read: (text: string) => Value | string) =>
  v.pipe(
    v.string(),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = read(dataset.value);
      if (typeof value !== "string") return value;
      addIssue({ message: value });
      return NEVER;
    }),
  );

/** A day (`2026-05-04` or `yesterday`, from its start in UTC), a time (`2026-05-04T12:00:00Z`), or so many days before now (`7d`). */
export const timeField = (now: Date) => readBy((text) => timeOf(text, now));

/**
 * The one list of filters that `export`, `notify`, `stats` and the desk share. It parses what is typed, or
 * stands in an address, into what it means. A person is chosen if they pass all filters; without filters
 * everybody is. The words for each filter and the condition that it stands for (scripts/operator/people.ts) are
 * lists by its names, which do not compile if one is missing.
 */
export const commonFilter = (now: Date) =>
  v.strictObject({
    since: v.exactOptional(timeField(now)),
    until: v.exactOptional(timeField(now)),
    source: v.exactOptional(slugField("Source")),
    tag: v.exactOptional(tagField),
    notTag: v.exactOptional(tagField),
    answer: v.exactOptional(readBy(answerOf)),
    referral: v.exactOptional(v.picklist(referralSides)),
    product: v.exactOptional(v.picklist(productSteps)),
    delivery: v.exactOptional(v.picklist(deliveries)),
  });

/** What each filter means. */
type Filters = Required<v.InferOutput<ReturnType<typeof commonFilter>>>;
export type FilterName = keyof Filters;
/** The filters that are given. */
export type CommonFilter = { [Name in FilterName]?: Filters[Name] | undefined };
export const filterNames: readonly FilterName[] = v.keyof(commonFilter(new Date(0))).options;

/** The same filters on the desk, which has a first day of a period, but no last one. */
export const deskFilter = (now: Date) => v.omit(commonFilter(now), ["until"]);
export type DeskFilterName = Exclude<FilterName, "until">;
export const deskFilterNames: readonly DeskFilterName[] = v.keyof(deskFilter(new Date(0))).options;
/** The filters as they stand in the desk's address and in its requests. */
export type DeskFilterTexts = v.InferInput<ReturnType<typeof deskFilter>>;
/** Most people that one request names by their ids, which is how many fit into an address. */
export const mostIds = 100;
