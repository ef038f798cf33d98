import type { Context } from "hono";
import * as v from "valibot";
import { CliError } from "../cli/errors.ts";

/** Reads what the page sent. @throws CliError `usage` when it is not as it must be. */
export async function bodyOf<S extends v.GenericSchema>(c: Context, schema: S): Promise<v.InferOutput<S>> {
  const read = v.safeParse(schema, await c.req.json().catch(() => undefined));
  if (read.success) return read.output;
  const [{ message }] = read.issues;
  throw new CliError("usage", message.startsWith("Invalid") ? `The request is not as it must be: ${message}` : message);
}
