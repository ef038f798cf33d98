import { Webhook, WebhookVerificationError } from "standardwebhooks";
import * as v from "valibot";
import { limits } from "../../contract/limits.ts";
import { emailField } from "../../contract/text.ts";
import { readText } from "../../http/body.ts";
import { ProblemError } from "../../http/problem.ts";
import { isClassAlone, isUndeliverable, statusIn } from "../classify.ts";
import { providerId } from "../transports/resend.ts";
import type { MailEvent } from "../../store/store.ts";

/**
 * Resend's report about a mail, reduced to the members that are used here
 * (https://resend.com/docs/dashboard/webhooks/event-types).
 */
const report = v.object({
  type: v.picklist(["email.bounced", "email.complained", "email.failed", "email.suppressed"]),
  data: v.object({
    // A report whose id the outbox cannot store counts all the same.
    email_id: v.fallback(v.optional(providerId), undefined),
    to: v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((address) => [address]),
      ),
    ]),
    bounce: v.nullish(
      v.object({
        type: v.nullish(v.string()),
        subType: v.nullish(v.string()),
        diagnosticCode: v.fallback(v.nullish(v.array(v.string())), undefined),
      }),
    ),
    failed: v.nullish(v.object({ reason: v.nullish(v.string()) })),
  }),
});

/** The signature's headers, by their standard names and by those of Svix, which signs for Resend. */
const signatureHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    ["id", "timestamp", "signature"].map((name) => [
      `webhook-${name}`,
      headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`) ?? "",
    ]),
  );

type Report = v.InferOutput<typeof report>;

/**
 * Bounces that say that a mail was not delivered, but nothing about the address
 * (https://resend.com/docs/dashboard/emails/email-bounces, https://resend.com/docs/webhooks/emails/bounced).
 * Other temporary ones may be an automatic answer of somebody who is out of the office.
 */
const undelivered = new Set([
  "MailboxFull",
  "MessageTooLarge",
  "MessageRejected",
  "ContentRejected",
  "AttachmentRejected",
]);

/** The provider's own list keeps the address from being mailed, whatever the server said. */
const onItsList = new Set(["Suppressed", "OnAccountSuppressionList"]);

/** The receiving server's enhanced status code that contradicts a permanent bounce. */
function otherStatus(bounce: Report["data"]["bounce"]): string | undefined {
  const codes = (bounce?.diagnosticCode ?? []).flatMap((text) => statusIn(text) ?? []);
  return codes.some(isUndeliverable) ? undefined : codes.find((code) => !isClassAlone(code));
}

/** Whether a bounce says that the address takes no mail: by its type, which comes from a code's class, unless the code says otherwise. */
function isFinal({ type, data: { bounce } }: Report): boolean {
  if (type !== "email.bounced") return type !== "email.failed";
  const subType = bounce?.subType ?? "";
  if ((bounce?.type ?? "Permanent") !== "Permanent") return false;
  return onItsList.has(subType) || (!undelivered.has(subType) && otherStatus(bounce) === undefined);
}

/** Why a mail was not sent, as the outbox stores it. A reason in other words may quote an address. */
function failureCode({ type, data: { bounce, failed } }: Report): string | undefined {
  if (type === "email.failed") {
    const reason = failed?.reason ?? "";
    return /^[a-z0-9_]{1,60}$/u.test(reason) ? `resend_failed_${reason}` : "resend_failed";
  }
  const subType = bounce?.subType ?? "";
  if (undelivered.has(subType)) return `resend_bounced_${subType.toLowerCase()}`;
  const status = bounce?.type === "Transient" ? undefined : otherStatus(bounce);
  return status === undefined ? undefined : `resend_bounced_${status}`;
}

/**
 * Reads a report of Resend (Standard Webhooks). Its signature is valid for five minutes; replaying it within that
 * time does no harm, as recording a report twice changes nothing.
 * @returns undefined for anything but a complaint and a mail that was not delivered.
 * @throws ProblemError `unauthorized`, `too_large`, `malformed` when the body breaks off.
 */
export async function readResendEvent(request: Request, secret: string): Promise<MailEvent | undefined> {
  const text = await readText(request);
  let body: unknown;
  try {
    body = new Webhook(secret).verify(text, signatureHeaders(request.headers));
  } catch (cause) {
    throw new ProblemError("unauthorized", { cause });
  }
  const read = v.safeParse(report, body);
  if (!read.success) return undefined;
  const { type, data } = read.output;
  const { email_id: id } = data;
  const emails = data.to.flatMap((address) => {
    const email = v.safeParse(emailField(limits.email), address);
    return email.success ? [email.output] : [];
  });
  if (!isFinal(read.output)) {
    const code = failureCode(read.output);
    return id === undefined || code === undefined ? undefined : { event: "failed", emails, providerId: id, code };
  }
  return {
    // The address is on Resend's own list, of those that bounced or complained before. Resend mailed nobody.
    event: type === "email.complained" ? "complained" : "bounced",
    emails,
    ...(id === undefined ? {} : { providerId: id }),
  };
}

/** Shortest time between two lines in the log, in ms: anybody can send reports that are refused. */
const betweenLines = 3_600_000;

/** Why a report was refused; undefined for a request that is no report, such as one of a program that looks for weak spots. */
function reasonOf(error: unknown): string | undefined {
  const cause = error instanceof ProblemError ? error.cause : undefined;
  if (!(cause instanceof WebhookVerificationError)) return undefined;
  if (cause.message.includes("timestamp"))
    return "its time differs by more than five minutes from the clock of this machine";
  return cause.message.includes("matching") ? "it is not signed with MAIL_WEBHOOK_SECRET" : undefined;
}

/**
 * Logs that the mail provider's reports are refused, at most once an hour, because bounces and complaints then
 * go unnoticed.
 * @returns a function that takes the error of reading a report
 */
export function createRefusalLog(log: ((line: string) => void) | undefined): (error: unknown) => void {
  let next = 0;
  return (error) => {
    const reason = reasonOf(error);
    if (reason === undefined || performance.now() < next) return;
    next = performance.now() + betweenLines;
    log?.(`A report about mails was refused: ${reason}.`);
  };
}
