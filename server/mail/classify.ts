import * as v from "valibot";

/**
 * How a delivery failed:
 * `undeliverable`: the address takes no mail, and is not mailed again;
 * `refused`: the mail was not accepted, whatever the reason; it is tried again for three days;
 * `doubtful`: no answer, so it may have been accepted; it is tried again in the same way, under the same Message-ID;
 * `unavailable`: no mail was handed over at all, as there is no connection or no log-in;
 * `limited`: nor was it here, as the provider takes no more for now; this is no attempt;
 * `changed`: the provider had another batch under this key, and nobody knows which of its mails it sent.
 */
export type Failure = "undeliverable" | "refused" | "doubtful" | "unavailable" | "limited" | "changed";

/** The rest for a provider that takes no more mails and does not say for how long, as for those of a month, in s. */
const defaultRest = 60;

/** Longest rest that a provider is given, in s. */
const longestRest = 1800;

/** A mail was not accepted. The message contains no address and no text from a server. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly failure: Failure;
  /** The code that is stored: lower-case letters, digits, dots and underscores, such as `smtp_550_5.1.1`. */
  readonly code: string;
  /** Whether the answer is about the recipient: any number of such answers in a row says nothing about the sender. */
  readonly isAboutRecipient: boolean;
  /** For how many seconds a provider that is `limited` wants to be left alone. */
  readonly restSeconds: number;

  constructor(
    failure: Failure,
    code: string,
    {
      isAboutRecipient = failure === "undeliverable",
      restSeconds = defaultRest,
      ...options
    }: ErrorOptions & { isAboutRecipient?: boolean; restSeconds?: number | undefined } = {},
  ) {
    super(`The mail was not accepted (${code}).`, options);
    this.failure = failure;
    this.code = code;
    this.isAboutRecipient = isAboutRecipient;
    this.restSeconds = restSeconds;
  }
}

/**
 * The enhanced status codes that say that a mailbox takes no mail, out of IANA's registry "SMTP Enhanced Status Codes" (RFC 5248). No
 * other code is final: its class alone says nothing of the recipient, and codes outside the registry, such as the 5.1.90 of Exchange for
 * a sender's daily limit, mean what a vendor likes.
 */
const ofNoMailbox: ReadonlySet<string> = new Set([
  "5.1.1", // bad destination mailbox address (RFC 3463)
  "5.1.2", // bad destination system address: the domain does not exist, or takes no mail
  "5.1.3", // bad destination mailbox address syntax
  "5.1.6", // the mailbox has moved, and nobody knows where
  "5.1.10", // the domain has a null MX (RFC 7505)
  "5.2.1", // mailbox disabled
]);

/** Whether an enhanced status code says that an address takes no mail, and never will. */
export const isUndeliverable = (status: string): boolean => ofNoMailbox.has(status);

/**
 * Whether an enhanced status code names the sender, or a policy, rather than the recipient: bad sender's addresses (x.1.7, x.1.8),
 * security and policy (x.7.x; RFC 3463 section 3.8), limits of the sender, which Exchange calls 5.1.90 and Google 5.4.5, and Exchange's
 * 5.2.252 for a log-in that may not send as this sender.
 */
export const isAboutSender = (status: string): boolean =>
  /^[45]\.(?:1\.(?:7|8|90)|2\.252|4\.5|7\.\d{1,3})$/u.test(status);

/** Whether an enhanced status code is about the recipient's address or mailbox (x.1.x, x.2.x; RFC 3463), for good or for now. */
const isAboutRecipient = (status: string): boolean => /^[45]\.[12]\./u.test(status) && !isAboutSender(status);

/** Whether an enhanced status code says no more than its class, as x.0.0 does (RFC 3463 section 3.1). */
export const isClassAlone = (status: string): boolean => status.endsWith(".0.0");

/** An enhanced status code in a text. It must not be a part of a longer number, such as an IP address. */
const enhanced = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/u;

/** The first enhanced status code of a failure: in a server's answer, or in the code that is stored for it. */
export const statusIn = (text: string): string | undefined => enhanced.exec(text)?.[0];

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

/**
 * Interprets nodemailer's error. The words of an answer are ignored: each server has its own. A 550 without an enhanced code is a
 * mailbox that does not exist or a sender on a block list (RFC 5321 section 4.2.2 has one code for both, and real servers use it for
 * both), so it proves nothing of the recipient.
 */
export function smtpFailure(cause: unknown): DeliveryError {
  const { code, command = "", syscall, timeoutType, responseCode, response } = v.parse(reported, cause);
  if (responseCode === undefined) {
    const early = beforeMail.has(code) || syscall === "connect" || /^(?:CONNECT|GREETING|UPGRADE)_/u.test(timeoutType);
    return new DeliveryError(early ? "unavailable" : "doubtful", `smtp_${code.toLowerCase() || "unknown"}`, { cause });
  }
  const status = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/u.exec(response)?.[1];
  const name = status === undefined ? `smtp_${responseCode}` : `smtp_${responseCode}_${status}`;
  if (!aboutMail.has(command)) return new DeliveryError("unavailable", name, { cause });
  const permanent = responseCode >= 500 && status !== undefined && isUndeliverable(status);
  return new DeliveryError(permanent ? "undeliverable" : "refused", name, {
    cause,
    isAboutRecipient: status !== undefined && isAboutRecipient(status),
  });
}

/** Resend's names for a field that it does not take. All but the recipient's are the same in each mail, and checked by the settings. */
const ofField: ReadonlySet<string> = new Set(["validation_error", "invalid_parameter"]);

/**
 * Interprets an error answer of Resend (https://resend.com/docs/api-reference/errors).
 * @param name its error's, if it has one
 * @param retryAfter the header of this name, in seconds (…/rate-limit)
 */
export function resendFailure(status: number, name: string | undefined, retryAfter?: string | null): DeliveryError {
  const code = name === undefined ? `resend_${status}` : `resend_${status}_${name}`;
  if (status === 429) {
    const restSeconds = /^\d{1,9}$/u.test(retryAfter ?? "") ? Math.min(Number(retryAfter), longestRest) : undefined;
    return new DeliveryError("limited", code, { restSeconds });
  }
  const unavailable = status === 401 || status === 403 || name === "invalid_from_address";
  // 409 means that the same mail is being processed at this moment.
  const doubtful = status === 409 || status >= 500;
  return new DeliveryError(unavailable ? "unavailable" : doubtful ? "doubtful" : "refused", code, {
    isAboutRecipient: !unavailable && (status === 400 || status === 422) && (name === undefined || ofField.has(name)),
  });
}
