import { expect, it } from "vitest";
import { problems } from "../../server/contract/outcomes.ts";
import { formWords } from "../copy/forms.ts";
import { explain, problemOf } from "./problems.ts";
import { waitlist } from "./waitlist.ts";

const { verificationRequired, alreadySubscribed, mailReturned, tooMany, tooManyApplications, failed } =
  formWords.errors;
const toast = failed("Failed to join.");
const ownWords: Record<string, object> = {
  captcha_failed: verificationRequired,
  already_subscribed: { ...alreadySubscribed, calm: true, again: true },
  mail_returned: { ...toast, line: mailReturned },
  rate_limited: { ...toast, line: tooMany("2 minutes") },
  too_many_applications: { ...toast, line: tooManyApplications },
};

it.each(Object.keys(problems))("has words for a form that is refused with %s", (code) => {
  const words = explain({ kind: "refused", code, errors: {}, retryAfter: "120" }, "Failed to join.");
  expect(words).toEqual(ownWords[code] ?? toast);
});

it("names a character of an address that nobody can see, as the backend would", () => {
  const [field] = waitlist.fields;
  const found = ["ada@example.com\u200c", "a\u200cda@example.com"].map((typed) => field && problemOf(field, typed));
  expect(found).toEqual(["", expect.stringContaining("Character 2 of the email address is invisible (U+200C).")]);
});
