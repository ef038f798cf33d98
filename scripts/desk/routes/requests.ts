import type { Env, MiddlewareHandler } from "hono";
import * as v from "valibot";
import { limits } from "../../../server/contract/limits.ts";
import { deskFilter } from "../../../server/contract/peopleFilter.ts";
import { CliError } from "../../data/errors.ts";
import { searchedAddress } from "../../files/addresses.ts";
import { peopleOrders, subscriberStatuses } from "../words/choices.ts";

type Form = v.GenericSchema<unknown, object>;

/** A part of a request by a schema: what the page sends, and what the route reads. */
type Reads<Part extends "json" | "query", S extends Form> = {
  in: Record<Part, v.InferInput<S>>;
  out: Record<Part, v.InferOutput<S>>;
};

/** Reads the body that the page sent; the route has it as `c.req.valid("json")`. @throws CliError as {@link parsed}. */
export const body =
  <S extends Form>(schema: S): MiddlewareHandler<Env, string, Reads<"json", S>> =>
  async (c, next) => {
    c.req.addValidatedData("json", parsed(schema, await c.req.json().catch(() => undefined)));
    await next();
  };

/** Reads the query that the page sent; the route has it as `c.req.valid("query")`. @throws CliError as {@link parsed}. */
export const query =
  <S extends Form>(schema: S): MiddlewareHandler<Env, string, Reads<"query", S>> =>
  async (c, next) => {
    c.req.addValidatedData("query", parsed(schema, c.req.query()));
    await next();
  };

/** Reads a body or a query by a schema. @throws CliError `usage` naming the field that is invalid. */
function parsed<S extends Form>(schema: S, sent: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, sent);
  if (read.success) return read.output;
  const [issue] = read.issues;
  const { message } = issue;
  // The library's default messages do not name the field.
  const field = v.getDotPath(issue) ?? "body";
  throw new CliError("usage", message.startsWith("Invalid") ? `Not valid: ${field}. ${message}` : message);
}

/** A value that stands between quotes in a condition. */
const unquoted = v.pipe(v.string(), v.regex(/^[^"\\\0]*$/u));

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
        value: v.union([unquoted, v.number()]),
        joined: v.optional(unquoted),
        id: v.pipe(v.string(), v.uuid()),
      }),
    ),
  });
