import { WebhookVerificationError } from "standardwebhooks";
import { ProblemError } from "../../lib/problem.ts";

/** Shortest time between two lines in the log, in ms: anybody can send reports that are refused. */
const between = 3_600_000;

/** Why a report was refused; undefined for what is none, such as a request of a program that looks for weak spots. */
function reasonOf(error: unknown): string | undefined {
  const cause = error instanceof ProblemError ? error.cause : undefined;
  if (!(cause instanceof WebhookVerificationError)) return undefined;
  if (cause.message.includes("timestamp"))
    return "its time differs by more than five minutes from the clock of this machine";
  return cause.message.includes("matching") ? "it is not signed with MAIL_WEBHOOK_SECRET" : undefined;
}

/**
 * Logs that the mail provider's reports are refused, at most once an hour: bounces and complaints go unnoticed then.
 * @returns a function that takes what reading a report threw
 */
export function createRefusalLog(log: ((line: string) => void) | undefined): (error: unknown) => void {
  let next = 0;
  return (error) => {
    const reason = reasonOf(error);
    if (reason === undefined || performance.now() < next) return;
    next = performance.now() + between;
    log?.(`A report about mails was refused: ${reason}.`);
  };
}
