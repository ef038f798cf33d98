import * as v from "valibot";
import { dataOf } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";

const held = v.record(v.string(), v.array(v.record(v.string(), v.unknown())));

/** The data that is held about a person: rows by table, accounts included. */
export type Held = v.InferOutput<typeof held>;

/**
 * Reads the data that is held about a person; `email` in its normal form.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export const readHeld = async ({ supabase, signal }: BackendContext, email: string): Promise<Held> =>
  v.parse(held, await dataOf(supabase.rpc("person_data", { person: email }).retry(false), signal));

const suppressions = v.array(v.object({ reason: v.string(), created_at: v.string() }));

/** Why and since when mail to an address is suppressed: at most one entry. The list itself holds only keyed hashes. */
export const readSuppressions = async (
  { supabase, signal }: BackendContext,
  email: string,
): Promise<v.InferOutput<typeof suppressions>> =>
  v.parse(suppressions, await dataOf(supabase.rpc("suppressions_of", { person: email }).retry(false), signal));

/** The number of rows in all tables. */
export const rowsHeld = (data: Held): number => Object.values(data).reduce((sum, rows) => sum + rows.length, 0);
