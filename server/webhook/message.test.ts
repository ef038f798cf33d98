import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { collectGarbage } from "../../tests/support/collectGarbage.ts";
import { listen } from "../../tests/support/listen.ts";
import { brand } from "../contract/brand.ts";
import { sendEvent, webhookRequest } from "./message.ts";

const event = {
  id: "e1",
  type: "waitlist.joined",
  created_at: new Date(0),
  data: { email: "ada@example.com" },
} as const;

it.each([
  ["https://hooks.slack.com/services/T0/B0/x", { text: `${brand}: somebody joined the waitlist.` }],
  ["https://discord.com/api/webhooks/1/x", { content: `${brand}: somebody joined the waitlist.` }],
])("sends a chat one line without anybody's data: %s", async (url, body) => {
  expect(JSON.parse(String(webhookRequest(event, { url: new URL(url) }).body))).toEqual(body);
});

it("gives up a receiver that never answers, or only says that it works on it, also after garbage was collected", async () => {
  const receiver = createServer((request, response) => {
    if (request.url === "/silent") return;
    const saying = setInterval(() => response.writeProcessing(), 20);
    response.on("close", () => clearInterval(saying));
  });
  const origin = `http://127.0.0.1:${await listen(receiver)}`;
  collectGarbage();
  onTestFinished(() => receiver.close().closeAllConnections());
  for (const path of ["/silent", "/processing"])
    expect(await sendEvent(event, { url: new URL(path, origin) }, 200)).toBe("no_answer");
});
