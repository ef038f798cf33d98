import { isClassAlone, isUndeliverable, statusIn } from "../../server/mail/classify.ts";
import { normalName } from "./addresses.ts";
import { list } from "./dates.ts";

/** Words for the outcome of a mail, in normal form: it reached the person, or it did not. */
export const mailEvents: Readonly<Record<"delivered" | "failed", ReadonlySet<string>>> = {
  delivered: new Set(
    list(
      "delivered delivery sent send opened open clicked click processed accepted success successful successfull ok done",
    ),
  ),
  failed: new Set(
    list(`failed failure fail error bounced bounce hardbounce hardbounced softbounce softbounced dropped rejected reject skipped
      undelivered undeliverable notdelivered notsent unsent pending queued deferred delayed blocked canceled cancelled suppressed invalid`),
  ),
};

// These are words of Amazon SES, Postmark, Mailgun, SendGrid, SparkPost, Brevo and Mailchimp, in normal form.
const permanent = new Set(
  list(`permanent permanentfailure permanentbounce permanentfail hard hardbounce hardbounced hardbounces noemail badmailbox
    bademailaddress invalidemail invalidrecipient unknownuser userunknown nosuchuser mailboxnotfound`),
);
const temporary = new Set(
  list(`transient temporary temporaryfailure temporarybounce temporaryfail soft softbounce softbounced softbounces deferred
    deferral delayed mailboxfull dnserror undetermined block blocked`),
);

/** Columns, by name in normal form, with the kind of a bounce, a status code, or the text around a code. */
export const bounceColumns: ReadonlySet<string> = new Set(
  list(`kind art type bouncetype bouncekind bounceart bounce subtype bouncesubtype bounceclass bounceclassification classification
    category bouncecategory severity hardorsoft hardsoft softorhard event eventtype status bouncestatus result deliverystatus
    code statuscode errorcode bouncecode smtpcode smtpstatus smtpstatuscode smtperror smtperrorcode error enhancedcode enhancedstatus
    enhancedstatuscode enhancedsmtpcode diagnosticcode diagnostic diagnostics diagnosticmessage reason bouncereason bouncedreason
    returncode bouncereasoncode failurereason deliveryerror lasterror errortext errordescription errordetails description
    bouncedescription details bouncedetails smtpmessage servermessage remoteresponse fehler fehlercode fehlermeldung grund
    response smtpresponse serverresponse smtpreply dsn dsncode dsnstatus deliverycode message bouncemessage errormessage`),
);

/** A basic status code, with which a server's answer begins (RFC 5321 section 4.2). */
const basic = /^(?:smtp[;_:]?\s*)?([45]\d\d)(?!\d|-\d)/iu;

/**
 * Whether a word or a status code says that mail to an address bounced permanently; undefined when it does not
 * tell. Only the codes in the table count. A 5xx code without an enhanced code says nothing, as only its class is
 * known.
 */
export function readBounce(text: string, statusOf = statusIn): boolean | undefined {
  const word = normalName(text);
  if (permanent.has(word)) return true;
  if (temporary.has(word) || mailEvents.delivered.has(word)) return false;
  const status = statusOf(text);
  if (status !== undefined && !isClassAlone(status)) return isUndeliverable(status);
  const [, code] = basic.exec(text) ?? [];
  return (status ?? code)?.startsWith("4") ? false : undefined;
}

/**
 * Reads a code from a file of `mail failed` as {@link readBounce} does. Those mails were retried for three days, so
 * an unknown address counts as permanent.
 */
export const readFailure = (text: string): boolean | undefined =>
  readBounce(text, (code) => statusIn(code)?.replace(/^4\.1\./u, "5.1."));

/**
 * The part of a server's answer that all similar answers share, so that one question covers them: a code that only
 * states its class.
 */
export function classIn(text: string): string {
  const status = statusIn(text);
  return status === undefined || isClassAlone(status) ? (basic.exec(text)?.[1] ?? text) : text;
}
