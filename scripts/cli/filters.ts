import { type Command, InvalidArgumentError, Option } from "commander";
import { referralSides } from "../../server/contract/deskPeople.ts";
import { tidyLine } from "../../server/contract/characters.ts";
import { tagForm } from "../../server/contract/limits.ts";
import { isQuestion, questionIds, questionOf } from "../../server/contract/questions.ts";
import type { Answer, CommonFilter } from "../operator/people.ts";
import { parseSlug, parseTime } from "./arguments.ts";
import { CliError } from "./errors.ts";
import type { Host } from "./context.ts";

function parseTag(text: string): string {
  if (!tagForm.test(text)) throw new InvalidArgumentError("Give up to 32 small letters, digits and hyphens.");
  return text;
}

/** An answer as `question=choice`, or with another sign between; a text is compared whole. @throws InvalidArgumentError for one that nobody gives. */
export function answerOf(text: string, sign: ":" | "="): Answer {
  const at = text.indexOf(sign);
  const [question, choice] = at < 0 ? [text, ""] : [text.slice(0, at), tidyLine(text.slice(at + 1))];
  if (!isQuestion(question))
    throw new InvalidArgumentError(`There is no question "${question}". There are: ${questionIds.join(", ")}`);
  const asked = questionOf(question);
  if (asked.kind !== "text" && !asked.choices.includes(choice))
    throw new InvalidArgumentError(`There is no answer "${choice}" to ${question}: ${asked.choices.join(", ")}`);
  if (choice === "") throw new InvalidArgumentError(`Give the answer to ${question}.`);
  return { question, choice };
}

/** Adds the filters that `export`, `notify` and `stats` have in common; their values are a {@link CommonFilter}. */
export function addFilters(command: Command, { io }: Host): Command {
  const time = (text: string) => parseTime(text, io.clock());
  return command
    .option("--source <source>", "only people from this source", parseSlug)
    .option("--answer <question=choice>", "only people who gave this answer, such as invoices=21+", (text: string) =>
      answerOf(text, "="),
    )
    .addOption(
      new Option(
        "--friends [side]",
        "only people whose friends count for them (referrer), or who came by a friend (referred)",
      )
        .choices(referralSides)
        .preset("referrer"),
    )
    .option("--tag <tag>", "only people with this tag", parseTag)
    .option("--since <time>", "only who joined, or what was made, at or after this: 2026-05-04, yesterday, or 7d", time)
    .option("--until <time>", "only who joined, or what was made, before this", time);
}

/** The filters among a command's options. @throws CliError `usage` for times in the wrong order. */
export function filterOf({ source, answer, friends, tag, since, until }: CommonFilter): CommonFilter {
  if (since && until && since >= until) throw new CliError("usage", "--since must be before --until.");
  return { source, answer, friends, tag, since, until };
}
