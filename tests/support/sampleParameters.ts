import { samplesFor } from "../../server/mail/messages/samples.ts";

/** Fixed samples for pictures and tests. */
export const sampleParameters = samplesFor({
  site: "https://keelbook.example",
  token: "k7Qm2xV9pLr4TzWc8HnYb3JdF6sAeGu5MqXoCvKtNiE",
  unconfirmedDays: 30,
  now: new Date("2026-11-21T14:05:00Z"),
});
