import { messageOf } from "../../../server/lib/caught.ts";
import { CliError, type ErrorCode } from "../../data/errors.ts";

/** A problem with a request, as the command line would have said it. */
export interface Problem {
  message: string;
  /** What to do about it. */
  hint?: string;
}

/** HTTP status for each error code of a command. */
const statuses = {
  failed: 409,
  usage: 422,
  configuration: 500,
  unreachable: 503,
  interrupted: 503,
} as const satisfies Record<ErrorCode, number>;

/** The HTTP status of an error. */
export const statusOf = (error: Error) => (error instanceof CliError ? statuses[error.code] : 500);

/** The answer if an embedded stack does not respond. */
const stopped: Problem = {
  message: "The site is stopped on this machine: nobody can join, and no mail is sent.",
  hint: "Start it: npm start. Then try again here.",
};

/** The page's answer for an error. If an embedded stack is stopped, it says how to start it. */
export function problemOf(error: Error, embedded: boolean): Problem {
  if (!(error instanceof CliError)) return { message: messageOf(error) };
  if (error.code === "unreachable" && embedded) return stopped;
  return { message: error.message, ...(error.hint === undefined ? {} : { hint: error.hint }) };
}
