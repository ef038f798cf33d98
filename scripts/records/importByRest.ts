import * as v from "valibot";
import { callError, dataOf } from "../cli/calls.ts";
import type { BackendContext } from "../cli/context.ts";
import { type ImportCall, isAboutRows, outcome, RefusedRows } from "./importCall.ts";

/** Rows per request. */
export const rowsPerRequest = 2000;

/**
 * Imports through the REST service.
 * @throws RefusedRows, CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export const importByRest =
  ({ supabase, signal }: Pick<BackendContext, "supabase" | "signal">): ImportCall =>
  async (rows, { table, overrideSuppression, rehearsal }) => {
    const rest = { override_suppression: overrideSuppression, dry_run: rehearsal };
    const answer = await (table === "waitlist"
      ? supabase.rpc("import_waitlist", { people: rows, ...rest }).retry(false)
      : supabase.rpc("import_applications", { applications: rows, ...rest }).retry(false));
    if (!answer.error) return v.parse(outcome, await dataOf(Promise.resolve(answer), signal));
    const error = callError(answer, signal);
    if (error.code === "failed" && isAboutRows(answer.error.code))
      throw new RefusedRows(answer.error.code || String(answer.status));
    throw error;
  };
