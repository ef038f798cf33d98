import { expect, it } from "vitest";
import { consentText } from "../../../server/contract/consent.ts";
import { waitlistWords } from "./waitlist.ts";

// The database keeps the version as the proof of what somebody agreed to: another text gets another version here and there.
it("has the text about storing addresses to which its version belongs", () => {
  expect({ version: consentText, text: waitlistWords.section.kept }).toEqual({
    version: "2026-11-22",
    text: "We store your address for news of the launch, until 90 days after you unsubscribe by a link in our mails. Unconfirmed, it is erased.",
  });
});
