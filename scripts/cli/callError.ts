import { diskFull, insufficientPrivilege } from "../../server/store/sqlState.ts";
import { CliError, interruptedError } from "./errors.ts";

/** The answer of supabase-js to a table call. */
export interface Answer<T> {
  data: T;
  error: { message: string; code?: string } | null;
  status: number;
}

/**
 * Statuses of transient errors: those of requirements 8, Cloudflare's for an origin that gives no answer, as it is in front of every hosted
 * project, and Supabase's for a call that took too long (https://supabase.com/docs/guides/platform/http-status-codes).
 */
export const unavailable: ReadonlySet<number> = new Set([502, 503, 504, 520, 521, 522, 523, 524, 544]);

/** Codes for a database that is down: PostgreSQL's class 08 and 57P01 to 57P03 (its appendix A), PostgREST's group 0. */
const awayCode = /^(?:08\w{3}|57P0[123]|PGRST00[0-3])$/u;

/** @supabase/lite 0.10.0 uses one code for everything, and passes on the messages of PostgreSQL and its driver. */
const awayMessage =
  /ECONNREFUSED|ECONNRESET|CONNECT_TIMEOUT|CONNECTION_(?:CLOSED|ENDED|DESTROYED)|terminating connection|the database system is/u;

/** The error of a command whose database has no disk space left. */
export const diskFullError = (cause: unknown): CliError =>
  new CliError("failed", "The disk of the database is full.", {
    cause,
    hint: "Free some space on it, then run the command again.",
  });

/**
 * Codes for a table, column or function that is not there: PostgreSQL's, and those of PostgREST's schema cache. `case_not_found` (20000) is
 * the answer of a function that knows fewer kinds of rows than this command.
 */
const missingCode = /^(?:20000|42P01|42703|42883|PGRST20[245])$/u;

/** What Supabase says of a project that answers nothing (https://supabase.com/docs/guides/platform/http-status-codes). */
const stoppedProject: Readonly<Record<number, string>> = { 402: "is restricted by Supabase", 540: "is paused" };

/**
 * The begin of a web page. supabase-js gives an answer that is not JSON as the message of an error, also where its status says that all
 * is well: a network that wants a sign-in first answers in the place of every server.
 */
const webPage = /^\s*</u;

/** The CliError for a failed call. Never contains `details`, which quotes the row. */
export function callError({ error, status }: Pick<Answer<unknown>, "error" | "status">, signal: AbortSignal): CliError {
  const isPage = webPage.test(error?.message ?? "");
  const message = isPage ? "" : (error?.message ?? "");
  const options = { cause: error };
  if (signal.aborted) return interruptedError();
  if (status === 0)
    return new CliError(
      "unreachable",
      `The backend cannot be reached: ${message.replace(/^\w*Error: /u, "")}`,
      options,
    );
  if (error?.code === diskFull) return diskFullError(error);
  if (awayCode.test(error?.code ?? "") || (status >= 500 && awayMessage.test(message)))
    return new CliError(
      "unreachable",
      `The backend answers, but its database does not: ${message.replace(/^\w*Error: /u, "")}`,
      options,
    );
  if (unavailable.has(status))
    return new CliError("unreachable", `The backend is not available (HTTP ${status}).`, options);
  const stopped = stoppedProject[status];
  if (stopped !== undefined)
    return new CliError("unreachable", `The project ${stopped} (HTTP ${status})${message ? `: ${message}` : "."}`, {
      ...options,
      hint: "See its dashboard: https://supabase.com/dashboard/projects",
    });
  if (isPage)
    return new CliError("unreachable", `A web page answers, not Supabase (HTTP ${status}).`, {
      ...options,
      hint: "Open a browser to see whether this network wants you to sign in first, and check SUPABASE_URL: npx prelaunch config",
    });
  if (status === 403 && error?.code === insufficientPrivilege && message.startsWith("permission denied for"))
    return new CliError("configuration", `The database refuses the call (HTTP ${status}): ${message}`, {
      ...options,
      hint: "Check that SUPABASE_SECRET_KEY is a secret key, and apply the migrations: npx prelaunch deploy",
    });
  if (status === 401 || status === 403)
    return new CliError("configuration", `The backend refuses the secret key (HTTP ${status}).`, {
      ...options,
      hint: "Check SUPABASE_SECRET_KEY: npx prelaunch config",
    });
  if (status === 200 || status === 206)
    return new CliError("unreachable", "The backend's answer is incomplete.", options);
  if (missingCode.test(error?.code ?? ""))
    return new CliError("failed", `The database lacks what this command needs (${error?.code}): ${message}`, {
      ...options,
      hint: "Apply the migrations: npx prelaunch deploy. What is wrong with the database: npx prelaunch check backend",
    });
  return new CliError(
    "failed",
    `The backend refused the call (HTTP ${status}${error?.code ? `, ${error.code}` : ""})${message ? `: ${message}` : "."}`,
    options,
  );
}
