import { Webhook } from "standardwebhooks";
import * as v from "valibot";
import { limits } from "../../contract/limits.ts";
import { emailField } from "../../contract/text.ts";
import { readText } from "../../http/body.ts";
import { ProblemError } from "../../http/problem.ts";
import { providerId } from "../providerId.ts";
import type { MailEvent } from "../../store/store.ts";

/** What Resend reports of a mail (https://resend.com/docs/dashboard/webhooks/event-types), as far as it matters here. */
const report = v.object({
  type: v.picklist(["email.bounced", "email.complained"]),
  data: v.object({
    // The report counts without an id that the outbox cannot hold, too.
    email_id: v.fallback(v.optional(providerId), undefined),
    to: v.union([
      v.array(v.string()),
      v.pipe(
        v.string(),
        v.transform((address) => [address]),
      ),
    ]),
    bounce: v.optional(v.object({ type: v.optional(v.string()) })),
  }),
});

/** The signature's headers, by the standard's names; Svix, whom Resend has sign, calls them otherwise. */
const signatureHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    ["id", "timestamp", "signature"].map((name) => [
      `webhook-${name}`,
      headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`) ?? "",
    ]),
  );

/**
 * Reads what the mail provider reports (Standard Webhooks). Its signature is good for five minutes; a report repeated in
 * that time does no harm, as recording it twice changes nothing.
 * @returns undefined for anything but a permanent bounce or a complaint.
 * @throws ProblemError `unauthorized`, `too_large`, `malformed` when the body breaks off.
 */
export async function readMailEvent(request: Request, secret: string): Promise<MailEvent | undefined> {
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
  // Transient bounces pass: a full mailbox, a server that is away.
  if (type === "email.bounced" && data.bounce?.type !== undefined && data.bounce.type !== "Permanent") return undefined;
  const emails = data.to.flatMap((address) => {
    const email = v.safeParse(emailField(limits.email), address);
    return email.success ? [email.output] : [];
  });
  return {
    event: type === "email.bounced" ? "bounced" : "complained",
    emails,
    ...(data.email_id === undefined ? {} : { providerId: data.email_id }),
  };
}
