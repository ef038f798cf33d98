import { expect, it } from "vitest";
import { brand } from "../../server/contract/brand.ts";
import { consentText } from "../../server/contract/waitlist.ts";
import { pageWords } from "./page.ts";
import { waitlistWords } from "./waitlist.ts";

it("is what people who join agree to; other words need another version in server/contract/waitlist.ts", () => {
  const { text, kept } = waitlistWords.section;
  const { waitlist, long, rights, visits } = pageWords.stored;
  expect([consentText, text, kept, waitlist, long, rights, visits]).toEqual([
    "2026-11-29.2",
    `We’ll email you when ${brand} opens, and rarely before that.`,
    "Only for launch news. Unsubscribe in any email.",
    "If you join: your address, the day, your answers, a scrambled form of your IP address, the campaign and friend in your link, and how many friends come by yours. Once you confirm, your browser keeps a link to your place. We send launch news because you agreed (GDPR Art. 6(1)(a)); the scrambled form proves that and stops abuse (f).",
    "We keep your address until 90 days after you unsubscribe. If you don’t confirm, we delete it.",
    "You can withdraw in any email, see, correct, move or delete your data, object, or complain to a data protection authority.",
    "Visits are counted by time and campaign, never by person.",
  ]);
});
