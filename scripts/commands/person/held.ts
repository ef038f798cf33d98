import * as v from "valibot";
import { callFunction } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";

const held = v.record(v.string(), v.array(v.record(v.string(), v.unknown())));

/** The data that is held about a person: rows by table, accounts included. */
export type Held = v.InferOutput<typeof held>;

/**
 * Reads the data that is held about a person; `email` in its normal form.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function readHeld(context: BackendContext, email: string): Promise<Held> {
  const { suppressions: _, ...rows } = v.parse(held, await callFunction(context, "person_data", { person: email }));
  return rows;
}

const suppressions = v.array(v.object({ reason: v.string(), created_at: v.string() }));

/** Why and since when mail to an address is suppressed: at most one entry. The list itself holds only keyed hashes. */
export const readSuppressions = async (
  context: BackendContext,
  email: string,
): Promise<v.InferOutput<typeof suppressions>> =>
  v.parse(suppressions, await callFunction(context, "suppressions_of", { person: email }));

/** The number of rows in all tables. */
export const rowsHeld = (data: Held): number => Object.values(data).reduce((sum, rows) => sum + rows.length, 0);
