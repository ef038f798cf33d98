import type { Context } from "hono";
import * as v from "valibot";
import {
  type PeopleFilter,
  peopleOrders,
  referralSides,
  subscriberStatuses,
} from "../../server/contract/deskPeople.ts";
import { limits, tagForm } from "../../server/contract/limits.ts";
import { isQuestion } from "../../server/contract/questions.ts";
import { parseTime } from "../cli/arguments.ts";
import { CliError } from "../cli/errors.ts";
import type { CommonFilter } from "../operator/people.ts";

/** Reads what the page sent. @throws CliError `usage` when it is not as it must be. */
export async function bodyOf<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  const read = v.safeParse(schema, await c.req.json().catch(() => undefined));
  if (read.success) return read.output;
  const [{ message }] = read.issues;
  throw new CliError("usage", message.startsWith("Invalid") ? `The request is not as it must be: ${message}` : message);
}

/** A tag. */
export const tagField = v.pipe(v.string(), v.regex(tagForm, "Tag: give up to 32 small letters, digits and hyphens."));

/** Which people the page may ask for. */
export const peopleRequest = v.object({
  status: v.exactOptional(v.picklist(subscriberStatuses)),
  source: v.exactOptional(v.pipe(v.string(), v.maxLength(limits.source))),
  answer: v.exactOptional(v.pipe(v.string(), v.regex(/^\w+:[^:]+$/u))),
  referral: v.exactOptional(v.picklist(referralSides)),
  tag: v.exactOptional(tagField),
  since: v.exactOptional(v.string()),
  search: v.exactOptional(v.pipe(v.string(), v.maxLength(limits.email))),
  ids: v.exactOptional(v.array(v.pipe(v.string(), v.uuid()))),
  order: v.picklist(peopleOrders),
  after: v.exactOptional(
    v.object({
      value: v.union([v.pipe(v.string(), v.regex(/^[^"\\]*$/u)), v.number()]),
      id: v.pipe(v.string(), v.uuid()),
    }),
  ),
});

/** What people are listed, exported and notified by. @throws CliError `usage` for a time that is none, or a question that is not asked. */
export function commonFilterOf(
  { source, answer, referral: friends, tag, since }: Omit<PeopleFilter, "status" | "search" | "ids">,
  now: Date,
): CommonFilter {
  try {
    return {
      source,
      answer: answer === undefined ? undefined : answerOf(answer),
      friends,
      tag,
      since: since === undefined ? undefined : parseTime(since, now),
    };
  } catch (cause) {
    throw new CliError("usage", cause instanceof Error ? cause.message : "since", { cause });
  }
}

/** Without a filter that is not understood, everybody would be meant. @throws CliError `usage` */
function answerOf(answer: string): CommonFilter["answer"] {
  const [question = "", choice = ""] = answer.split(":");
  if (isQuestion(question)) return { question, choice };
  throw new CliError("usage", `There is no question "${question}" to choose people by.`);
}
