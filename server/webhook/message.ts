import { Webhook } from "standardwebhooks";
import { brand } from "../contract/brand.ts";
import { chatProperty, type WebhookSettings } from "../settings/webhook.ts";
import type { WebhookEvent } from "./queue.ts";

/** An event as it is sent: those of the queue, and the one of `prelaunch webhook test`. */
type OutgoingEvent = Pick<WebhookEvent, "id" | "created_at" | "data"> & { type: WebhookEvent["type"] | "test" };

/** What a chat learns of an event. It contains no personal data, as a chat is read by many and kept for long. */
const sentences: Record<OutgoingEvent["type"], string> = {
  "waitlist.joined": "somebody joined the waitlist",
  "waitlist.confirmed": "somebody confirmed their address",
  "waitlist.unsubscribed": "somebody left the waitlist",
  "waitlist.invited": "somebody was invited to the product",
  "beta.submitted": "somebody applied for the beta",
  "beta.decided": "an application was decided on",
  test: "this is a test",
};

/**
 * The request that sends an event: to a chat one line, to any other address the event, signed as Standard Webhooks say
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). A repeated event has the same id.
 */
export function webhookRequest(
  { id, type, created_at, data }: OutgoingEvent,
  { url, secret }: WebhookSettings,
): RequestInit {
  const chat = chatProperty(url);
  const body = JSON.stringify(
    chat ? { [chat]: `${brand}: ${sentences[type]}.` } : { type, timestamp: created_at.toISOString(), data },
  );
  const now = new Date();
  const signature: Record<string, string> =
    chat || secret === undefined
      ? {}
      : {
          "webhook-id": id,
          "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
          "webhook-signature": new Webhook(secret).sign(id, now, body),
        };
  return {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": `${brand}-Webhook`, ...signature },
    body,
    // A redirect does not count as an answer: only this address belongs to the holder of the secret.
    redirect: "manual",
  };
}

/** Longest wait for an answer, in ms; Standard Webhooks recommend 15 to 30 s. */
const timeout = 15_000;

/**
 * Sends an event.
 * @param wait longest wait for the answer, in ms
 * @returns why it was not taken, as a code: `http_500`, `no_answer`; undefined if it was
 */
export async function sendEvent(
  event: OutgoingEvent,
  settings: WebhookSettings,
  wait = timeout,
): Promise<string | undefined> {
  try {
    // A `Request` with the signal is not used: Node 20 to 24 collect it as garbage while it is under way, and
    // with it the time limit.
    const answer = await fetch(settings.url, { ...webhookRequest(event, settings), signal: AbortSignal.timeout(wait) });
    await answer.body?.cancel();
    return answer.ok ? undefined : `http_${answer.status}`;
  } catch {
    return "no_answer";
  }
}
