import type { ToastText } from "../../ui/toast/toast.ts";
import { copy } from "../copy.ts";
import type { Answer } from "./postForm.ts";
import { waitInWords } from "./retryAfter.ts";

/** The words for a form that was not stored (requirements 8). `failed` is the form's own sentence for a backend error. */
export function explain(answer: Exclude<Answer, { kind: "accepted" }>, failed: string): ToastText {
  if (answer.kind === "lost") return copy.errors.unexpected;
  switch (answer.code) {
    case "captcha_failed":
      return copy.errors.verificationRequired;
    case "already_subscribed":
      return copy.errors.alreadySubscribed;
    case "rate_limited":
      return copy.errors.tooMany(waitInWords(answer.retryAfter));
    case "too_many_applications":
      return copy.errors.tooManyApplications;
    default:
      return copy.errors.failed(failed);
  }
}
