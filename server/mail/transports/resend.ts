import * as v from "valibot";
import { readAnswer } from "../../http/body.ts";
import { codeOf, rootOf } from "../../lib/caught.ts";
import { type Mailbox, messageId } from "../mail.ts";
import { DeliveryError, resendFailure } from "../classify.ts";
import type { Transport } from "./transport.ts";

/** Address of Resend's API; tests use another. */
const resendApi = "https://api.resend.com";

/** Longest wait for an answer, in ms. */
const timeout = 20_000;

/** A provider's id of a mail that the outbox can store (`email_outbox_provider_id_length` of supabase/migrations). */
export const providerId = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/u));

// A mail whose id the outbox cannot store was accepted all the same.
const accepted = v.object({ id: v.fallback(v.optional(providerId), undefined) });
const refused = v.object({ name: v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/u)) });

/** Node's codes of a connection that ended after it had been made, or `fetch` that took too long: the mail may have been accepted. */
const afterwards = new Set<unknown>(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE", "ETIMEDOUT", DOMException.TIMEOUT_ERR]);

/** A sender in one of the two forms that Resend documents. */
function shown({ name, address }: Mailbox): string {
  const plain = name.replaceAll(/["\\\r\n]/gu, "");
  return plain === "" ? address : `"${plain}" <${address}>`;
}

/**
 * The transport to Resend's API (https://resend.com/docs/api-reference/emails/send-email). The mail's id is the
 * idempotency key: for 24 hours a repeated request is answered like the first and mails nothing again.
 */
export function createResend(
  apiKey: string,
  { api = resendApi, send = fetch }: { api?: string; send?: typeof fetch } = {},
): Transport {
  return {
    about: "Resend",
    concurrency: 4,
    idempotentHours: 24,
    async send(mail) {
      const answer = await send(`${api}/emails`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${apiKey}`,
          "content-type": "application/json",
          "idempotency-key": mail.id,
        },
        body: JSON.stringify({
          from: shown(mail.from),
          to: [mail.to],
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: { "Message-ID": messageId(mail), ...mail.headers },
        }),
        signal: AbortSignal.timeout(timeout),
      }).catch((cause: unknown) => {
        throw cause instanceof Error && afterwards.has(codeOf(rootOf(cause)))
          ? new DeliveryError("doubtful", "resend_no_answer", { cause })
          : new DeliveryError("unavailable", "resend_no_connection", { cause });
      });
      const body = await readAnswer(answer).catch(() => undefined);
      if (answer.ok) {
        const { id } = v.parse(v.fallback(accepted, { id: undefined }), body);
        return id === undefined ? {} : { providerId: id };
      }
      const named = v.safeParse(refused, body);
      const name = named.success ? named.output.name : undefined;
      // A mail with this id but another text was sent before: one of its links was created again.
      if (answer.status === 409 && name === "invalid_idempotent_request") return {};
      throw resendFailure(answer.status, name, answer.headers.get("retry-after"));
    },
    close: async () => undefined,
  };
}
