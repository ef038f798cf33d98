import type { Context } from "hono";
import * as v from "valibot";
import { peopleOrders, referralSides, subscriberStatuses } from "../../server/contract/desk.ts";
import { limits } from "../../server/contract/limits.ts";
import { CliError } from "../cli/errors.ts";

/** Reads what the page sent. @throws CliError `usage` when it is not as it must be. */
export async function bodyOf<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  const read = v.safeParse(schema, await c.req.json().catch(() => undefined));
  if (read.success) return read.output;
  const [{ message }] = read.issues;
  throw new CliError("usage", message.startsWith("Invalid") ? `The request is not as it must be: ${message}` : message);
}

/** Which people the page may ask for. */
export const peopleRequest = v.object({
  status: v.exactOptional(v.picklist(subscriberStatuses)),
  source: v.exactOptional(v.pipe(v.string(), v.maxLength(limits.source))),
  answer: v.exactOptional(v.pipe(v.string(), v.regex(/^\w+:[^:]+$/u))),
  referral: v.exactOptional(v.picklist(referralSides)),
  search: v.exactOptional(v.pipe(v.string(), v.maxLength(limits.email))),
  order: v.picklist(peopleOrders),
  after: v.exactOptional(
    v.object({
      value: v.union([v.pipe(v.string(), v.regex(/^[^"\\]*$/u)), v.number()]),
      id: v.pipe(v.string(), v.uuid()),
    }),
  ),
});
