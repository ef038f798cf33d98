import { expect, it } from "vitest";
import { webhookRequest } from "./message.ts";

const event = {
  id: "e1",
  type: "waitlist.joined",
  created_at: new Date(0),
  data: { email: "ada@example.com" },
} as const;

it.each([
  ["https://hooks.slack.com/services/T0/B0/x", { text: "Keelbook: somebody joined the waitlist." }],
  ["https://discord.com/api/webhooks/1/x", { content: "Keelbook: somebody joined the waitlist." }],
])("tells a chat one line without anybody's data: %s", async (url, body) => {
  expect(await webhookRequest(event, { url: new URL(url) }).json()).toEqual(body);
});
