import { messageOf, rootOf } from "../../../server/errors/caught.ts";
import type { DeliveryError } from "../../../server/mail/transports/transport.ts";

/** Codes of SMTP for a log-in that is missing or wrong (RFC 4954), with or without an enhanced code. */
const refusedLogIn = /^smtp_(?:53[0458](?:_|$)|eauth|enoauth)/u;

/** Codes of Resend for a key that is missing or wrong, and for a sender whose domain it does not know. */
const refusedByResend = /^resend_(?:40[013](?:_|$)|\d+_invalid_from_address$)/u;

/** nodemailer's codes for a connection that did not come about, or broke. */
const noConnection = /^smtp_(?:edns|esocket|econnection|etimedout|etls|erequiretls)$/u;

/**
 * A text of this machine, which names no person, as the server has said nothing. Of OpenSSL's lines only the reason
 * (ERR_error_string(3)).
 */
function reasonOf(error: Error): string {
  const message = messageOf(error);
  return /^[\dA-F]+:error:[\dA-F]+:[^:]*:[^:]*:([^:]+):/u.exec(message)?.[1] ?? message.trim();
}

const repair = ({ code, about, cause }: DeliveryError): string | undefined => {
  if (refusedLogIn.test(code))
    return "The server refuses the log-in: check user and password in SMTP_URL, where signs such as @ and / are written as %40 and %2F.";
  if (about === "amount")
    return "The server says that it gets mails too fast, or has taken enough for some time: lower MAIL_PER_SECOND, or wait.";
  if (refusedByResend.test(code))
    return "Resend refuses the key or the sender: check RESEND_API_KEY, and whether the domain of MAIL_FROM is verified there.";
  if (about === "sender")
    return "The server refuses the sender, not the recipients: may this log-in send as MAIL_FROM, and through this server?";
  if (code === "resend_no_connection") {
    // `fetch` itself says only that it failed.
    const why = cause instanceof Error && cause.cause instanceof Error ? ` (${reasonOf(rootOf(cause))})` : "";
    return `The connection failed${why}: check whether this machine may connect to api.resend.com.`;
  }
  if (!noConnection.test(code)) return undefined;
  const why = cause instanceof Error ? ` (${reasonOf(cause)})` : "";
  return `The connection failed${why}: check host and port of SMTP_URL, usually 587 with smtp and 465 with smtps, and whether this machine may connect to it.`;
};

/** Options of a CliError about a mail that was not accepted: what to look at, where the reason tells. */
export function deliveryHint(error: DeliveryError): { hint?: string } {
  const hint = repair(error);
  return hint === undefined ? {} : { hint };
}
