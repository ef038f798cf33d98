import * as v from "valibot";
import { DeliveryError, type Failure } from "./transport.ts";

const failed = v.object({
  code: v.optional(v.string()),
  command: v.optional(v.string()),
  syscall: v.optional(v.string()),
  timeoutType: v.optional(v.string()),
  // nodemailer takes any digits at the start of an answer; only three digits are a code (RFC 5321 4.2).
  responseCode: v.optional(
    v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(100), v.maxValue(999))), undefined),
  ),
  response: v.optional(v.string()),
});

/** nodemailer's codes for failures before a mail is begun. */
const beforeMail = new Set(["EDNS", "ETLS", "EAUTH", "ENOAUTH", "EOAUTH2", "ECONFIG", "EPROXY", "EREQUIRETLS"]);

/**
 * Whether the server closed a connection before nodemailer had begun the mail, as many do after some mails or some time. Its pool
 * says so of a mail that it may not requeue.
 */
export const isForAnotherConnection = (cause: unknown): boolean =>
  cause instanceof Error && cause.message.startsWith("Reached maximum");

const refusedEnvelope = v.object({
  mailError: v.optional(v.unknown()),
  rejectedErrors: v.optional(v.array(v.unknown())),
});
const closing = v.object({ responseCode: v.literal(421) });

/**
 * What the server answered to sender or recipient, if it refused one before it closed the session: where commands are sent together,
 * nodemailer notes that in the envelope and reports only a closed connection. `cause` if it said nothing more.
 */
export function answerBefore(cause: unknown, envelope: unknown): unknown {
  const known = v.safeParse(refusedEnvelope, envelope);
  if (!known.success) return cause;
  const { mailError, rejectedErrors: [recipient] = [] } = known.output;
  // Over a connection that has served its time, the sender of earlier mails may be refused, who is welcome over another one.
  if (mailError !== undefined) return isForAnotherConnection(cause) ? cause : mailError;
  // A 421 says only that it closes.
  return v.is(closing, recipient) ? cause : (recipient ?? cause);
}

/**
 * Interprets nodemailer's error (RFC 5321 4.2.1; RFC 3463 for the enhanced code).
 * @param begun whether nodemailer has begun the mail in a session
 */
export function smtpError(cause: unknown, begun: boolean): DeliveryError {
  const error = v.safeParse(failed, cause);
  if (!error.success) return new DeliveryError("temporary", "smtp_unknown", { cause });
  const { code = "", command = "", syscall, timeoutType = "", responseCode, response = "" } = error.output;
  if (responseCode !== undefined) {
    const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/u.exec(response)?.[1];
    const name = `smtp_${responseCode}${enhanced === undefined ? "" : `_${enhanced}`}`;
    const answersMail = aboutMail.has(command) || (begun && command === "CONN");
    const words = wordsOf(response);
    const isAboutAmount = tooMany.test(words) && !aboutMailbox.test(enhanced ?? "") && !mailboxIsFull.test(words);
    const about = isAboutAmount ? "amount" : undefined;
    const failure = failureOf({ responseCode, answersMail, code, enhanced, words, about });
    return new DeliveryError(failure, name, { cause, about });
  }
  const name = `smtp_${code.toLowerCase() || "unknown"}`;
  const notBegun =
    !begun ||
    beforeMail.has(code) ||
    syscall === "connect" ||
    /^(?:CONNECT|GREETING|UPGRADE)_/u.test(timeoutType) ||
    isForAnotherConnection(cause);
  return new DeliveryError(notBegun ? "unavailable" : "doubtful", name, { cause });
}

/**
 * Commands whose refusal concerns the mail or its recipient. Where commands are sent together, nodemailer does not say that a 421 was the
 * answer to a recipient, but gives the connection as its command.
 */
const aboutMail = new Set(["RCPT TO", "DATA"]);

/** Reply codes that ask for a log-in (RFC 4954), and enhanced codes of a refused sender's address. */
const needsLogIn = new Set([530, 534, 535, 538]);
const badSender = /^[45]\.1\.[78]$/u;

/** Enhanced codes of a rule, except those that concern the recipient: a closed list or account, a mailbox with a new owner. */
const byRule = /^5\.7\.(?!(?:2|13|17|18)$)\d+$/u;

/** The words of an answer without the addresses that it may quote. */
const wordsOf = (response: string): string => response.slice(0, 500).replaceAll(/<[^>]*>|\S+@\S+/gu, "");

/** What servers without enhanced codes, such as Amazon SES, say about a sender. */
const aboutUs = /\b(?:relay|sender|authenticat|rcpthosts|not verified|not authori[sz]ed)/iu;

/** What Microsoft 365 says where the log-in may not send as the sender, under codes of a recipient's mailbox (5.2.0, 5.2.252). */
const mayNotSendAs = /\bSendAsDenied/u;

/**
 * What servers say, under codes of all kinds, who get too many mails from one sender: "454 Throttling failure" (Amazon SES),
 * "550 5.4.5 Daily user sending limit exceeded" (Gmail), "432 4.3.2 sender thread limit exceeded" (Microsoft 365), "550 exceeded the
 * max emails per hour" (cPanel).
 */
const tooMany =
  /\bthrottl|\brate-?limit|\b(?:rate|send|sending|hourly|daily|monthly|thread|connections?)\b[\w ]{0,20}\b(?:limit|quota)|\bsending activity|\bper (?:second|minute|hour|day)\b|\btoo (?:many (?:messages|e?-?mails|connections)|much mail)|SubmissionQuota/iu;

/**
 * Enhanced codes of a recipient's mailbox, which may be full or get too many mails itself (121 and 122 at Microsoft 365), or take
 * none that is so long.
 */
const aboutMailbox = /^[45]\.2\.(?:[1-3]|12[12])$/u;

/** What servers without enhanced codes say about it: "552 Mailbox full: too many messages". */
const mailboxIsFull = /\b(?:mail ?|in)box\b.{0,40}\bfull\b|\bfull (?:mail ?|in)box\b/iu;

/** An answer to a command, perhaps to one that concerns the mail; `code` is nodemailer's. */
interface Refusal {
  responseCode: number;
  answersMail: boolean;
  code: string;
  enhanced: string | undefined;
  words: string;
  about: "amount" | undefined;
}

function failureOf({ responseCode, answersMail, code, enhanced, words, about }: Refusal): Failure {
  // The server refuses us: our name, log-in or sender's address, or any session. Many do so only after the recipient.
  if (!answersMail || beforeMail.has(code) || needsLogIn.has(responseCode)) return "unavailable";
  if (enhanced !== undefined && badSender.test(enhanced)) return "unavailable";
  if (about === "amount") return "throttled";
  if (responseCode === 421) return "closing";
  if (responseCode < 500) return "temporary";
  const refusesUs = mayNotSendAs.test(words) || (enhanced === undefined ? aboutUs.test(words) : byRule.test(enhanced));
  return refusesUs ? "policy" : "permanent";
}
