import type * as v from "valibot";
import type { webhook } from "./definitions.ts";

/** Where events are sent: the operator's address, and the secret that signs them. */
export interface WebhookSettings {
  url: URL;
  /** The secret; absent for a chat. */
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

/** The webhook in the settings; undefined if there is none. */
export const webhookOf = ({ WEBHOOK_URL: url, WEBHOOK_SECRET: secret }: Webhook): WebhookSettings | undefined =>
  url && { url, secret };
