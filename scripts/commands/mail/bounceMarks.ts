import { isClassAlone, isUndeliverable, statusIn } from "../../../server/mail/classify.ts";
import { normalName } from "../../files/addresses.ts";
import { textsOf } from "../../files/ask.ts";
import { type Column, isOurs, statusOfName } from "../../files/columns.ts";
import { list } from "../../files/dates.ts";
import { type Mark, type Verdict, verdictBy } from "../../files/marks.ts";
import { statusesOfCell, mailEvents } from "../../files/statuses.ts";
import { judgeStatus, maySayWhoUnsubscribed, meaningOf } from "../../files/statusColumns.ts";

// Words of Amazon SES, Postmark, Mailgun, SendGrid, SparkPost, Brevo and Mailchimp, in normal form.
const permanent = new Set(
  list(`permanent permanentfailure permanentbounce permanentfail hard hardbounce hardbounced hardbounces noemail badmailbox
    bademailaddress invalidemail invalidrecipient unknownuser userunknown nosuchuser mailboxnotfound`),
);
const temporary = new Set(
  list(`transient temporary temporaryfailure temporarybounce temporaryfail soft softbounce softbounced softbounces deferred
    deferral delayed mailboxfull dnserror undetermined block blocked`),
);

/** Columns of the kind of a bounce, and of status codes and the words around them, by their names in normal form. */
const kindColumns = new Set(
  list(`kind art type bouncetype bouncekind bounceart bounce subtype bouncesubtype bounceclass bounceclassification classification
    category bouncecategory severity hardorsoft hardsoft softorhard event eventtype status bouncestatus result deliverystatus`),
);
const codeColumns = new Set(
  list(`code statuscode errorcode bouncecode smtpcode smtpstatus smtpstatuscode smtperror smtperrorcode error enhancedcode enhancedstatus
    enhancedstatuscode enhancedsmtpcode diagnosticcode diagnostic diagnostics diagnosticmessage reason bouncereason bouncedreason
    returncode bouncereasoncode failurereason deliveryerror lasterror errortext errordescription errordetails description
    bouncedescription details bouncedetails smtpmessage servermessage remoteresponse fehler fehlercode fehlermeldung grund
    response smtpresponse serverresponse smtpreply dsn dsncode dsnstatus deliverycode message bouncemessage errormessage`),
);

/** A basic status code, with which a server's answer begins (RFC 5321 section 4.2). */
const basic = /^(?:smtp[;_:]?\s*)?([45]\d\d)(?!\d|-\d)/iu;

/**
 * What a word or a status code says of an address. Of codes only those of the table do; a 5xx without an enhanced code, whose class is
 * all that is known, says nothing by itself.
 */
export function readBounce(text: string, statusOf = statusIn): Verdict {
  const word = normalName(text);
  if (permanent.has(word)) return "included";
  if (temporary.has(word) || mailEvents.delivered.has(word)) return "excluded";
  const status = statusOf(text);
  if (status !== undefined && !isClassAlone(status)) return isUndeliverable(status) ? "included" : "excluded";
  const [, code] = basic.exec(text) ?? [];
  return (status ?? code)?.startsWith("4") ? "excluded" : undefined;
}

/** That mail to an address bounced permanently. */
export const bouncedMark = (now: Date): Mark<"kind" | "code" | "bounced"> => ({
  holds: "bounced for good",
  meanings: ["temporary", "permanent"],
  kinds: {
    kind: "words such as hard, soft",
    code: "status codes such as 5.1.1",
    bounced: "a yes or a date for whose mail bounced for good",
  },
  judge(column) {
    const name = normalName(column.name);
    if (kindColumns.has(name)) return "kind";
    if (codeColumns.has(name)) return "code";
    const status = judgeStatus(column);
    if (status === "bounced") return "bounced";
    if (isOurs(column.name) || statusOfName(column.name) === "ignored") return undefined;
    // In a short file the values of any column are few.
    const repeats = column.values.size * 2 <= column.filled;
    const isLike = textsOf(column).some((text) => readBounce(text));
    return isLike || (repeats && maySayWhoUnsubscribed(column)) ? "unclear" : undefined;
  },
  read: (kind, text) =>
    kind === "bounced"
      ? verdictBy(text, (cell) => statusesOfCell(kind, cell, { meanings: new Map(), now })?.includes("bounced"))
      : (verdictBy(text, () => undefined) ?? readBounce(text)),
  partOf(text) {
    const status = statusIn(text);
    return status === undefined || isClassAlone(status) ? (basic.exec(text)?.[1] ?? text) : text;
  },
  strongest: "excluded",
  expected: true,
});

/** Whether a file is one of `mail failed`. */
export const isOfFailed = (header: readonly string[] | undefined): boolean =>
  ["kind", "error", "attempts", "failed_at"].every((name) => header?.includes(name));

/** The same for a file of `mail failed`, which the operator may have reduced to addresses that do not exist: its mails were tried for three days. */
export const failedMark = (now: Date): Mark<"code"> => ({
  ...bouncedMark(now),
  expected: false,
  kinds: { code: "codes that say that the address does not exist" },
  judge: ({ name }: Column) => (name === "error" ? "unclear" : undefined),
  read: (_kind, text) => readBounce(text, (code) => statusIn(code)?.replace(/^4\.1\./u, "5.1.")),
});

/** Columns of what became of a mail, by their names in normal form. */
const eventColumns = new Set(
  list("event eventtype lastevent type kind status result feedbacktype complaintfeedbacktype"),
);

/** That people reported mail as spam. */
export const complainedMark = (now: Date): Mark<"complained" | "status"> => ({
  holds: "complained",
  meanings: ["subscribed", "complained"],
  kinds: { complained: meaningOf.complained, status: "words such as complained, delivered" },
  judge(column) {
    const name = normalName(column.name);
    if (eventColumns.has(name)) return "status";
    if (isOurs(column.name)) return undefined;
    const status = judgeStatus(column);
    return status === "complained" || status === "status" || status === "unclear" ? status : undefined;
  },
  read: (kind, text) =>
    verdictBy(text, (cell) => {
      const word = normalName(cell);
      if (mailEvents.delivered.has(word) || mailEvents.failed.has(word)) return false;
      return statusesOfCell(kind, cell, { meanings: new Map(), now })?.includes("complained");
    }),
  strongest: "included",
});
