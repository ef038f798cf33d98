import * as v from "valibot";
import { readAnswer } from "../../http/body.ts";
import { codeOf, rootOf } from "../../lib/caught.ts";
import { mostInBatch } from "../../settings/hosts.ts";
import { type Mail, type Mailbox, messageId } from "../mail.ts";
import { DeliveryError, resendFailure } from "../classify.ts";
import type { BatchAnswer, Transport } from "./transport.ts";

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

/** The answer to a batch in permissive mode: the ids of the accepted mails in their order, and the places of the others. */
const batchAnswer = v.object({
  data: v.array(accepted),
  errors: v.optional(v.array(v.object({ index: v.pipe(v.number(), v.integer(), v.minValue(0)) })), []),
});

/** What became of each of `count` mails. @throws DeliveryError `doubtful` if the answer does not say it of each. */
function answersOf(body: unknown, count: number): BatchAnswer[] {
  const read = v.safeParse(batchAnswer, body);
  const refusedAt = new Set(read.success ? read.output.errors.map(({ index }) => index) : []);
  const ids = read.success ? [...read.output.data] : [];
  if (ids.length + refusedAt.size !== count || [...refusedAt].some((index) => index >= count))
    throw new DeliveryError("doubtful", "resend_batch_answer");
  return Array.from({ length: count }, (_, index) => {
    if (refusedAt.has(index)) return { code: "resend_batch_refused" };
    const id = ids.shift()?.id;
    return id === undefined ? {} : { providerId: id };
  });
}

/** A mail as Resend takes it, by itself or in a batch. */
const bodyOf = (mail: Mail) => ({
  from: shown(mail.from),
  to: [mail.to],
  subject: mail.subject,
  text: mail.text,
  html: mail.html,
  headers: { "Message-ID": messageId(mail), ...mail.headers },
});

/** The name of an error answer. */
function nameOf(body: unknown): string | undefined {
  const named = v.safeParse(refused, body);
  return named.success ? named.output.name : undefined;
}

/** The name of the error that the same key was used for another request. */
const otherRequest = "invalid_idempotent_request";

/**
 * The transport to Resend's API (https://resend.com/docs/api-reference/emails/send-email, …/send-batch-emails). The id of a mail
 * or of a batch is the idempotency key: for 24 hours a repeated request is answered like the first and mails nothing again.
 */
export function createResend(
  apiKey: string,
  { api = resendApi, send = fetch }: { api?: string; send?: typeof fetch } = {},
): Transport {
  const post = async (path: string, key: string, text: string, headers: Record<string, string> = {}) => {
    const answer = await send(`${api}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "content-type": "application/json",
        "idempotency-key": key,
        ...headers,
      },
      body: text,
      signal: AbortSignal.timeout(timeout),
    }).catch((cause: unknown) => {
      throw cause instanceof Error && afterwards.has(codeOf(rootOf(cause)))
        ? new DeliveryError("doubtful", "resend_no_answer", { cause })
        : new DeliveryError("unavailable", "resend_no_connection", { cause });
    });
    return { answer, body: await readAnswer(answer).catch(() => undefined) };
  };
  return {
    about: "Resend",
    concurrency: 4,
    idempotentHours: 24,
    async send(mail) {
      const { answer, body } = await post("/emails", mail.id, JSON.stringify(bodyOf(mail)));
      if (answer.ok) {
        const { id } = v.parse(v.fallback(accepted, { id: undefined }), body);
        return id === undefined ? {} : { providerId: id };
      }
      const name = nameOf(body);
      // A mail with this id but another text was sent before: one of its links was created again.
      if (answer.status === 409 && name === otherRequest) return {};
      throw resendFailure(answer.status, name, answer.headers.get("retry-after"));
    },
    batches: {
      most: mostInBatch,
      compose: (mails) => JSON.stringify(mails.map(bodyOf)),
      async send(key, text, count) {
        const { answer, body } = await post("/emails/batch", key, text, { "x-batch-validation": "permissive" });
        if (answer.ok) return answersOf(body, count);
        const name = nameOf(body);
        if (answer.status === 409 && name === otherRequest) throw new DeliveryError("changed", `resend_409_${name}`);
        throw resendFailure(answer.status, name, answer.headers.get("retry-after"));
      },
    },
    close: async () => undefined,
  };
}
