import type { Context } from "hono";
import * as v from "valibot";
import { peopleOrders, subscriberStatuses } from "../../../server/contract/deskPeople.ts";
import { limits } from "../../../server/contract/limits.ts";
import { deskFilter } from "../../../server/contract/peopleFilter.ts";
import { CliError } from "../../data/errors.ts";
import { searchedAddress } from "../../files/addresses.ts";

/** Reads what the page sent. @throws CliError `usage` when it is invalid. */
export const bodyOf = async <S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> =>
  parsed(schema, await c.req.json().catch(() => undefined));

/** Reads a body or a query by a schema. @throws CliError `usage` naming the field that is invalid. */
export function parsed<S extends v.GenericSchema>(schema: S, sent: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, sent);
  if (read.success) return read.output;
  const [issue] = read.issues;
  const { message } = issue;
  // The library's default messages do not name the field.
  const field = v.getDotPath(issue) ?? "body";
  throw new CliError("usage", message.startsWith("Invalid") ? `Not as it must be: ${field}. ${message}` : message);
}

/** The body of a request that needs no more than its path. */
export const nothing = v.strictObject({});

/**
 * The people that the page may ask for. A filter that is not understood, or is empty once it is tidied, is
 * refused, because without it everybody would be meant.
 */
export const peopleRequest = (now: Date) =>
  v.strictObject({
    ...deskFilter(now).entries,
    status: v.exactOptional(v.picklist(subscriberStatuses)),
    search: v.exactOptional(
      v.pipe(
        v.string(),
        v.maxLength(limits.email, `Search: longer than ${limits.email} characters.`),
        v.transform(searchedAddress),
        v.minLength(1, "Search: give a part of an address; this has no visible character."),
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
