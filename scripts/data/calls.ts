import type { ExactArgs, Functions } from "../../server/store/store.ts";
import type { Supabase } from "../../server/supabase/client.ts";
import { diskFull, insufficientPrivilege } from "../../server/store/sqlState.ts";
import { CliError, type ErrorCode, interruptedError } from "./errors.ts";

/** The data of a backend, as every verb reaches it. A `BackendContext` is one. */
export interface Data {
  supabase: Supabase;
  signal: AbortSignal;
}

/** The answer of supabase-js to a table call. */
export interface Answer<T> {
  data: T;
  error: { message: string; code?: string } | null;
  status: number;
}

/**
 * Statuses of transient errors: those of requirements 8, those that Cloudflare, which is in front of every
 * hosted project, gives for an origin that does not answer, and Supabase's for a call that took too long
 * (https://supabase.com/docs/guides/platform/http-status-codes).
 */
export const unavailable: ReadonlySet<number> = new Set([502, 503, 504, 520, 521, 522, 523, 524, 544]);

/**
 * Codes of a database that is down: PostgreSQL's class 08 and 57P01 to 57P03 (its appendix A), and PostgREST's
 * group 0.
 */
const awayCode = /^(?:08\w{3}|57P0[123]|PGRST00[0-3])$/u;

/** @supabase/lite 0.10.0 uses one code for everything, and passes on the messages of PostgreSQL and its driver. */
const awayMessage =
  /ECONNREFUSED|ECONNRESET|CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|ENDED|DESTROYED)|terminating connection|the database system is/u;

/** Codes for a missing table, column or function: PostgreSQL's, and those of PostgREST's schema cache. */
const missingCode = /^(?:42P01|42703|42883|PGRST20[245])$/u;

/**
 * The reasons why Supabase does not serve a project, by status
 * (https://supabase.com/docs/guides/platform/http-status-codes).
 */
const stoppedProject: Readonly<Record<number, string>> = { 402: "is restricted by Supabase", 540: "is paused" };

/**
 * The beginning of a web page. A network that asks for a sign-in first answers with one for every server,
 * whatever the status.
 */
const webPage = /^\s*</u;

/** The CliError for a failed call. It never contains `details`, which quotes the row. */
export function callError({ error, status }: Pick<Answer<unknown>, "error" | "status">, signal: AbortSignal): CliError {
  if (signal.aborted) return interruptedError();
  const code = error?.code ?? "";
  const isPage = webPage.test(error?.message ?? "");
  const message = isPage ? "" : (error?.message ?? "").replace(/^\w*Error: /u, "");
  const said = message ? `: ${message}` : ".";
  const failure = (kind: ErrorCode, text: string, hint?: string) =>
    new CliError(kind, text, { cause: error, ...(hint === undefined ? {} : { hint }) });
  if (status === 0) return failure("unreachable", `The backend cannot be reached${said}`);
  if (code === diskFull)
    return failure("failed", "The disk of the database is full.", "Free some space on it, then run the command again.");
  if (awayCode.test(code) || (status >= 500 && awayMessage.test(message)))
    return failure("unreachable", `The backend answers, but its database does not${said}`);
  if (unavailable.has(status)) return failure("unreachable", `The backend is not available (HTTP ${status}).`);
  const stopped = stoppedProject[status];
  if (stopped !== undefined) {
    const dashboard = "See its dashboard: https://supabase.com/dashboard/projects";
    return failure("unreachable", `The project ${stopped} (HTTP ${status})${said}`, dashboard);
  }
  if (isPage)
    return failure(
      "unreachable",
      `A web page answers, not Supabase (HTTP ${status}).`,
      "Open a browser to see whether this network wants you to sign in first, and check SUPABASE_URL: npx prelaunch config",
    );
  if (status === 403 && code === insufficientPrivilege && message.startsWith("permission denied for"))
    return failure(
      "configuration",
      `The database refuses the call (HTTP ${status})${said}`,
      "Check that SUPABASE_SECRET_KEY is a secret key, and apply the migrations: npx prelaunch deploy",
    );
  if (status === 401 || status === 403)
    return failure(
      "configuration",
      `The backend refuses the secret key (HTTP ${status}).`,
      "Check SUPABASE_SECRET_KEY: npx prelaunch config",
    );
  if (status === 200 || status === 206) return failure("unreachable", "The backend's answer is incomplete.");
  if (missingCode.test(code))
    return failure(
      "failed",
      `The database lacks what this command needs (${code})${said}`,
      "Apply the migrations: npx prelaunch deploy. What is wrong with the database: npx prelaunch check backend",
    );
  return failure("failed", `The backend refused the call (HTTP ${status}${code ? `, ${code}` : ""})${said}`);
}

/**
 * The data of a call.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function dataOf<T, A extends Answer<T>>(
  call: PromiseLike<A & Answer<T>>,
  signal: AbortSignal,
): Promise<NonNullable<A["data"]>> {
  const answer = await call;
  if (answer.error || answer.data === null || answer.data === undefined) throw callError(answer, signal);
  return answer.data;
}

/** Waits for a write that returns no rows. @throws CliError as {@link dataOf}. */
export async function done(call: PromiseLike<Answer<unknown>>, signal: AbortSignal): Promise<void> {
  const answer = await call;
  if (answer.error) throw callError(answer, signal);
}

export const functionCall = <Name extends keyof Functions, Given extends Functions[Name]["Args"]>(
  { supabase }: Pick<Data, "supabase">,
  name: Name,
  args: ExactArgs<Name, Given>,
) => supabase.rpc(name, args);

/** Calls a function of supabase/migrations. @throws CliError as {@link dataOf}. */
export const callFunction = <Name extends keyof Functions, Given extends Functions[Name]["Args"]>(
  data: Data,
  name: Name,
  args: ExactArgs<Name, Given>,
) => dataOf(functionCall(data, name, args), data.signal);

/** The number of rows that a call with `{ count: "exact", head: true }` matches. @throws CliError as {@link dataOf}. */
export async function countOf(
  call: PromiseLike<Answer<unknown> & { count: number | null }>,
  signal: AbortSignal,
): Promise<number> {
  const answer = await call;
  if (answer.error || answer.count === null) throw callError(answer, signal);
  return answer.count;
}
