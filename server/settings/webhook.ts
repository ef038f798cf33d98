import * as v from "valibot";
import type { webhook } from "./definitions.ts";

/** Where events are sent: the operator's address, and the secret that signs them. */
export interface WebhookSettings {
  url: URL;
  /** Absent for a chat. */
  secret?: string | undefined;
}

type Webhook = v.InferOutput<v.ObjectSchema<typeof webhook, undefined>>;

/**
 * The property of a chat's message, if an address is an incoming webhook of Slack
 * (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks) or Discord
 * (https://discord.com/developers/docs/resources/webhook#execute-webhook).
 */
export function chatProperty({ hostname, pathname }: URL): "text" | "content" | undefined {
  if (hostname === "hooks.slack.com") return "text";
  const discord = /^(?:\w+\.)?discord(?:app)?\.com$/u.test(hostname) && pathname.startsWith("/api/");
  return discord ? "content" : undefined;
}

/** What is wrong where events are not {@link isSigned}. */
export const unsigned =
  "WEBHOOK_SECRET is missing, which signs the events for WEBHOOK_URL: whsec_ and the output of openssl rand -base64 32.";

/** A receiver other than a chat must be able to verify the sender. */
export const isSigned = <T extends Webhook>() =>
  v.check<T, string>(
    ({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret }) => !url || secret !== undefined || chatProperty(url) !== undefined,
    unsigned,
  );

/** A function cannot reach the operator's machine, and neither can the people it mails. */
export const isElsewhere = <T extends Partial<Record<"WEBHOOK_URL" | "PRODUCT_URL", URL | undefined>>>(
  key: "WEBHOOK_URL" | "PRODUCT_URL",
) =>
  v.check<T, string>(
    (given) => given[key]?.protocol !== "http:",
    `${key} must be an address that begins with https://.`,
  );

/** The webhook in the settings; undefined if there is none. */
export const webhookOf = ({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret }: Webhook): WebhookSettings | undefined =>
  url && { url, secret };
