import * as v from "valibot";
import { captchaField } from "./captcha.ts";
import { limits, sourceForm, trapName } from "./limits.ts";
import { emailField, required } from "./text.ts";
import { trapField } from "./trap.ts";

/** Body of `POST /waitlist`. `source` is the visitor's campaign, such as `newsletter-may`. */
export const waitlistBody = v.object(
  {
    email: emailField(limits.email),
    captcha: captchaField,
    [trapName]: trapField,
    source: v.nullish(v.pipe(v.string(), v.regex(sourceForm, "Use a-z, 0-9, dot, dash and underscore."))),
  },
  required,
);

/** A validated and normalised sign-up. */
export type WaitlistEntry = Omit<v.InferOutput<typeof waitlistBody>, "captcha" | typeof trapName>;
