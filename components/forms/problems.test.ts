import { expect, it } from "vitest";
import { problems } from "../../server/contract/outcomes.ts";
import { formWords } from "../copy/en/forms.ts";
import { explain } from "./problems.ts";

const { verificationRequired, alreadySubscribed, mailReturned, tooMany, tooManyApplications, failed } =
  formWords.errors;
const ownWords: Record<string, object> = {
  captcha_failed: verificationRequired,
  already_subscribed: alreadySubscribed,
  mail_returned: mailReturned,
  rate_limited: tooMany("2 minutes"),
  too_many_applications: tooManyApplications,
};

it.each(Object.keys(problems))("has words for a form that is refused with %s", (code) => {
  const words = explain({ kind: "refused", code, errors: {}, retryAfter: "120" }, "Failed to join.");
  expect(words).toEqual(ownWords[code] ?? failed("Failed to join."));
});
