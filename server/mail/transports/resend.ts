import * as v from "valibot";
import { readRetryAfter } from "../../contract/outcomes.ts";
import { wasSent } from "./wasSent.ts";
import { readAnswer } from "../../lib/body.ts";
import { type Mailbox, messageId } from "../mail.ts";
import { providerId } from "../providerId.ts";
import { DeliveryError, type Failure, type Transport } from "./transport.ts";

/** Address of Resend's API; tests use another. */
const resendApi = "https://api.resend.com";

/** Longest wait for an answer, in ms. */
const timeout = 20_000;

/** Longest wait it may ask for, in seconds: that of a daily quota. Timers and the outbox cannot take more than weeks. */
const longestWait = 86_400;

// A mail whose id the outbox cannot store was accepted all the same.
const accepted = v.object({ id: providerId });
const refused = v.object({ name: v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/u)) });

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
        throw wasSent(cause)
          ? new DeliveryError("doubtful", "resend_no_answer", { cause })
          : new DeliveryError("unavailable", "resend_no_connection", { cause });
      });
      const body = await readAnswer(answer).catch(() => undefined);
      // A mail with this id but another text was sent before: one of its links was created again.
      if (isRepeated(answer.status, body)) return {};
      if (!answer.ok) throw refusal(answer, body);
      const known = v.safeParse(accepted, body);
      return known.success ? { providerId: known.output.id } : {};
    },
    close: async () => undefined,
  };
}

const isRepeated = (status: number, body: unknown): boolean =>
  status === 409 && v.is(v.object({ name: v.literal("invalid_idempotent_request") }), body);

/** Interprets an error answer (https://resend.com/docs/api-reference/errors). */
function refusal({ status, headers }: Response, body: unknown): DeliveryError {
  const known = v.safeParse(refused, body);
  const name = known.success ? known.output.name : undefined;
  const code = name === undefined ? `resend_${status}` : `resend_${status}_${name}`;
  const wait = readRetryAfter(headers.get("retry-after"), Date.now());
  const retryAfter = wait === undefined ? undefined : Math.min(Math.ceil(wait / 1000), longestWait);
  return new DeliveryError(failureOf(status, name), code, { retryAfter, about: status === 429 ? "amount" : undefined });
}

function failureOf(status: number, name: string | undefined): Failure {
  if (name === "invalid_from_address") return "unavailable";
  if (status === 401 || status === 403 || status === 429) return "unavailable";
  // 409: the same mail is being processed at this moment.
  if (status === 409 || status >= 500) return "doubtful";
  // Not an answer of Resend's, but of something between.
  if (name === undefined) return "closing";
  // 400 is also the answer to each mail where the key is none at all, and 451 tells of a suspicion that may be about each of a wave.
  return status === 422 ? "permanent" : "policy";
}
