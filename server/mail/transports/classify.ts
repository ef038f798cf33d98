import * as v from "valibot";

/**
 * How a delivery failed:
 * `undeliverable`: the address takes no mail, and is not mailed again;
 * `refused`: the mail was not accepted, whatever the reason; it is tried again for three days;
 * `doubtful`: no answer, so it may have been accepted; it is tried again in the same way, under the same Message-ID;
 * `unavailable`: no mail was handed over at all, as there is no connection, no log-in, or too many requests.
 */
export type Failure = "undeliverable" | "refused" | "doubtful" | "unavailable";

/** A mail was not accepted. The message contains no address and no text from a server. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly failure: Failure;
  /** The code that is stored: lower-case letters, digits, dots and underscores, such as `smtp_550_5.1.1`. */
  readonly code: string;

  constructor(failure: Failure, code: string, options: ErrorOptions = {}) {
    super(`The mail was not accepted (${code}).`, options);
    this.failure = failure;
    this.code = code;
  }
}

/**
 * Whether an enhanced status code (RFC 3463) says that an address takes no mail: 5.1.x, except 5.1.7 and 5.1.8, which are about the
 * sender's address, and 5.2.1. Full mailboxes, filters and block lists all have other codes.
 */
export const isUndeliverable = (status: string): boolean => /^5\.(?:1\.(?![78]$)\d{1,3}|2\.1)$/u.test(status);

const reported = v.fallback(
  v.object({
    code: v.optional(v.string(), ""),
    command: v.optional(v.string()),
    syscall: v.optional(v.string()),
    timeoutType: v.optional(v.string(), ""),
    // nodemailer takes any digits at the start of an answer; only three digits are a code (RFC 5321 4.2).
    responseCode: v.fallback(v.optional(v.pipe(v.number(), v.minValue(100), v.maxValue(999))), undefined),
    response: v.optional(v.string(), ""),
  }),
  { code: "", timeoutType: "", response: "", command: undefined, syscall: undefined, responseCode: undefined },
);

/** nodemailer's codes for failures before any mail. */
const beforeMail = new Set(["EDNS", "ETLS", "EAUTH", "ENOAUTH", "EOAUTH2", "ECONFIG", "EPROXY", "EREQUIRETLS"]);

/** Commands whose refusal is about one mail. The refusal of any other one is about the connection, the log-in or the sender. */
const aboutMail = new Set(["RCPT TO", "DATA"]);

/** Interprets nodemailer's error. The words of an answer are not looked at: each server has its own. */
export function smtpFailure(cause: unknown): DeliveryError {
  const { code, command = "", syscall, timeoutType, responseCode, response } = v.parse(reported, cause);
  if (responseCode === undefined) {
    const early = beforeMail.has(code) || syscall === "connect" || /^(?:CONNECT|GREETING|UPGRADE)_/u.test(timeoutType);
    return new DeliveryError(early ? "unavailable" : "doubtful", `smtp_${code.toLowerCase() || "unknown"}`, { cause });
  }
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/u.exec(response)?.[1];
  const name = status === undefined ? `smtp_${responseCode}` : `smtp_${responseCode}_${status}`;
  if (!aboutMail.has(command)) return new DeliveryError("unavailable", name, { cause });
  const gone = responseCode >= 500 && status !== undefined && isUndeliverable(status);
  return new DeliveryError(gone ? "undeliverable" : "refused", name, { cause });
}

/** Interprets an error answer of Resend (https://resend.com/docs/api-reference/errors); `name` is its error's, if it has one. */
export function resendFailure(status: number, name: string | undefined): DeliveryError {
  const code = name === undefined ? `resend_${status}` : `resend_${status}_${name}`;
  const unavailable = status === 401 || status === 403 || status === 429 || name === "invalid_from_address";
  // 409: the same mail is being processed at this moment.
  const doubtful = status === 409 || status >= 500;
  return new DeliveryError(unavailable ? "unavailable" : doubtful ? "doubtful" : "refused", code);
}
