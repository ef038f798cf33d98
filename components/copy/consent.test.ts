import { expect, it } from "vitest";
import { brand } from "../../server/contract/brand.ts";
import { consentText } from "../../server/contract/waitlist.ts";
import { pageWords } from "./page.ts";
import { waitlistWords } from "./waitlist.ts";

it("is what people who join agree to; other words need another version in server/contract/waitlist.ts", () => {
  const { text, kept } = waitlistWords.section;
  const fact = pageWords.facts.email;
  expect([consentText, text, kept, fact.text, fact.more.text, pageWords.visits.text]).toEqual([
    "2026-11-28.4",
    `We’ll email you when ${brand} opens, and rarely before that.`,
    "We keep your address for launch news until 90 days after you unsubscribe. If you don’t confirm, we delete it.",
    "Only for launch news. Unsubscribe in any email, or ask us to delete it.",
    "Your address, the day, your answers, a scrambled form of your IP address, and the campaign and friend in your link, if any.",
    "Counted by time and campaign, never by person.",
  ]);
});
