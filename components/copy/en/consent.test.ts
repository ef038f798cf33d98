import { expect, it } from "vitest";
import { consentText } from "../../../server/contract/waitlist.ts";
import { pageWords } from "./page.ts";
import { waitlistWords } from "./waitlist.ts";

it("is what people who join agree to; other words need another version in server/contract/waitlist.ts", () => {
  const { text, kept } = waitlistWords.section;
  const fact = pageWords.facts.find(({ name }) => name === "Your e-mail");
  expect([consentText, text, kept, fact?.text]).toEqual([
    "2026-11-27",
    "Leave your e-mail address and confirm it. We write when the doors open, and seldom before.",
    "We store your address for news of the launch, until 90 days after you unsubscribe by a link in our mails. Unconfirmed, it is erased.",
    "For news of the launch, nothing else. Kept with it: the day, a hash of your network address, and the campaign in your link, if any. A form that a machine seems to have filled in is kept 30 days apart from it. Leave by the link in each mail. Write to us, and it is erased.",
  ]);
});
