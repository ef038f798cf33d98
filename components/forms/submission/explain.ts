import { formWords } from "../../copy/en/forms.ts";
import type { ToastText } from "../../ui/toast/toast.ts";
import type { Answer } from "../backend/postForm.ts";
import { waitInWords } from "../backend/waitInWords.ts";

/** The words for a form that was not stored (requirements 8). `failed` is the form's own sentence for a backend error. */
export function explain(answer: Exclude<Answer, { kind: "accepted" }>, failed: string): ToastText {
  if (answer.kind === "lost") return formWords.errors.unexpected;
  switch (answer.code) {
    case "captcha_failed":
      return formWords.errors.verificationRequired;
    case "already_subscribed":
      return formWords.errors.alreadySubscribed;
    case "mail_returned":
      return formWords.errors.mailReturned;
    case "rate_limited":
      return formWords.errors.tooMany(waitInWords(answer.retryAfter));
    case "too_many_applications":
      return formWords.errors.tooManyApplications;
    default:
      return formWords.errors.failed(failed);
  }
}
