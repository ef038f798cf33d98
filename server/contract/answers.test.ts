import * as v from "valibot";
import { expect, it } from "vitest";
import { answersField } from "./answers.ts";
import { longestAnswerText } from "./questions.ts";

const asked = {
  one: { kind: "one", choices: ["a", "b"] },
  several: { kind: "several", choices: ["a", "b"] },
  text: { kind: "text" },
} as const;
const read = (answers: unknown) => v.safeParse(answersField(asked), answers);

it.each([
  [{ one: "a" }, { one: "a" }],
  [{ several: ["b", "a"] }, { several: ["b", "a"] }],
  [{ text: ` two\nlines\u202e ` }, { text: "two lines" }],
  [{ text: "\u{1F4B6}".repeat(longestAnswerText) }, { text: "\u{1F4B6}".repeat(longestAnswerText) }],
])("takes %j", (answers, stored) => expect(read(answers).output).toEqual(stored));

it.each([
  [{ one: "c" }, "one"],
  [{ one: ["a"] }, "one"],
  [{ several: "a" }, "several"],
  [{ several: [] }, "several"],
  [{ several: ["a", "a"] }, "several"],
  [{ several: ["a", "b", "a"] }, "several"],
  [{ text: "\u200b" }, "text"],
  [{ text: "x".repeat(longestAnswerText + 1) }, "text"],
  [{ one: "a", other: "a" }, "other"],
])("refuses %j, and names the question", (answers, id) => {
  const { issues = [] } = read(answers);
  expect(issues.map((issue) => v.getDotPath(issue)?.split(".")[0])).toContain(id);
});
