import type { MessageKind, MessageParameters } from "./parameters.ts";
import { renderUpdate } from "./renderUpdate.ts";

const site = "https://keelbook.example";
const token = "k7Qm2xV9pLr4TzWc8HnYb3JdF6sAeGu5MqXoCvKtNiE";

const sampleUpdate = `# Partial payments work

A client can now pay an invoice in parts: a deposit first, the rest on delivery. Of **invoice 014** over €2,480, that is €744 now and €1,736 to come.

## What you can try

- Ask for a deposit of 30 % with one switch.
- See what is still to come, invoice by invoice.
- Read [how partial payments are taxed](https://keelbook.example/notes/partial-payments).

> A deposit is no discount: the total of the invoice stays.

## What comes next

1. Reminders, in words that you approved.
2. The cash-flow forecast.

Questions? Answer this mail.
`;

/** What each mail is filled with to be looked at: in previews, pictures and tests. */
export const sampleParameters: { [Kind in MessageKind]: MessageParameters<Kind> } = {
  signup: { site, token },
  magiclink: { site, token },
  recovery: { site, token },
  "waitlist-confirmation": { site, token, days: 30 },
  "application-received": { site, receivedAt: new Date("2026-11-21T14:05:00Z") },
  "application-accepted": { site, token, tokenType: "magiclink" },
  "application-declined": { site },
  "launch-announcement": { site, unsubscribeToken: token },
  update: { site, unsubscribeToken: token, ...renderUpdate(sampleUpdate) },
};
