import type { ToastText } from "../../ui/toast/toast.ts";
import type { Answer } from "./postForm.ts";
import { waitInWords } from "./retryAfter.ts";

/** Said when a form is sent without a solved captcha, or the backend refuses the token (spec section 8). */
export const verificationRequired: ToastText = {
  title: "Verification required",
  text: "Please complete the reCAPTCHA verification.",
};

/** The words for a form that was not stored (spec section 8). `failed` is the form's own sentence for a backend error. */
export function explain(answer: Exclude<Answer, { kind: "accepted" }>, failed: string): ToastText {
  if (answer.kind === "lost") return { title: "Error", text: "Something went wrong. Please try again." };
  switch (answer.code) {
    case "captcha_failed":
      return verificationRequired;
    case "already_subscribed":
      return { title: "Already subscribed", text: "This email is already on our waitlist!" };
    case "rate_limited":
      return { title: "Too many attempts", text: `Please wait ${waitInWords(answer.retryAfter)} and try again.` };
    default:
      return { title: "Error", text: failed };
  }
}
