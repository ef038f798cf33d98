import type { Context } from "hono";
import * as v from "valibot";
import {
  type PeopleFilter,
  peopleOrders,
  referralSides,
  subscriberStatuses,
} from "../../server/contract/deskPeople.ts";
import { limits, sourceForm, tagForm } from "../../server/contract/limits.ts";
import { parseTime } from "../cli/arguments.ts";
import { CliError } from "../cli/errors.ts";
import { answerOf } from "../cli/filters.ts";
import { searchedAddress } from "../files/addresses.ts";
import type { CommonFilter } from "../operator/people.ts";

/** Reads what the page sent. @throws CliError `usage` when it is not as it must be. */
export const bodyOf = async <S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> =>
  parsed(schema, await c.req.json().catch(() => undefined));

/** What a body or a query says. @throws CliError `usage` when it is not as it must be, with the field. */
export function parsed<S extends v.GenericSchema>(schema: S, sent: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, sent);
  if (read.success) return read.output;
  const [issue] = read.issues;
  const { message } = issue;
  // A message of the schema's own does not say of what it is.
  const field = v.getDotPath(issue) ?? "body";
  throw new CliError("usage", message.startsWith("Invalid") ? `Not as it must be: ${field}. ${message}` : message);
}

/** The body of a request that says no more than its path. */
export const nothing = v.strictObject({});

/** A tag. */
export const tagField = v.pipe(v.string(), v.regex(tagForm, "Tag: give up to 32 small letters, digits and hyphens."));

/** The form of a source, with what is said of another. */
export const sourceText = "give up to 64 small letters, digits, dots, hyphens and underscores.";

/** Which people the page may ask for. What is not understood, or tidies to nothing, is refused: without it everybody would be meant. */
export const peopleRequest = v.strictObject({
  status: v.exactOptional(v.picklist(subscriberStatuses)),
  source: v.exactOptional(v.pipe(v.string(), v.regex(sourceForm, `Source: ${sourceText}`))),
  answer: v.exactOptional(v.pipe(v.string(), v.regex(/^\w+:[^:]+$/u))),
  referral: v.exactOptional(v.picklist(referralSides)),
  tag: v.exactOptional(tagField),
  since: v.exactOptional(v.string()),
  search: v.exactOptional(
    v.pipe(
      v.string(),
      v.maxLength(limits.email, `Search: longer than ${limits.email} characters.`),
      v.check(
        (text) => searchedAddress(text) !== "",
        "Search: give a part of an address; this has no visible character.",
      ),
    ),
  ),
  ids: v.exactOptional(v.array(v.pipe(v.string(), v.uuid()))),
  order: v.picklist(peopleOrders),
  after: v.exactOptional(
    v.strictObject({
      value: v.union([v.pipe(v.string(), v.regex(/^[^"\\\0]*$/u)), v.number()]),
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
      answer: answer === undefined ? undefined : answerOf(answer, ":"),
      friends,
      tag,
      since: since === undefined ? undefined : parseTime(since, now),
    };
  } catch (cause) {
    throw new CliError("usage", cause instanceof Error ? cause.message : "since", { cause });
  }
}
