import * as v from "valibot";
import { captchaField, emailField, required } from "./text.ts";
import { shareCodeOfLink } from "./shareCode.ts";
import { limits, sourceForm } from "./limits.ts";

/** What a subscriber fills in. Each is a column of `waitlist` by the same name, and a field of the form. */
export const waitlistFields = v.object({ email: emailField(limits.email) });

/** A subscriber as far as they filled the form in. What they left out is null. */
export type WaitlistContent = v.InferOutput<typeof waitlistFields>;

const details = v.keyof(v.omit(waitlistFields, ["email"])).options;

/** What a subscriber said in the fields beside the address. */
export const subscriberDetails = (subscriber: WaitlistContent): string[] =>
  details.flatMap((field) => subscriber[field] ?? []);

/** Body of `POST /waitlist`. `source` is the visitor's campaign, such as `newsletter-may`; `via` the share code of their referrer. */
export const waitlistBody = v.object(
  {
    ...waitlistFields.entries,
    captcha: captchaField,
    source: v.nullish(v.pipe(v.string(), v.regex(sourceForm, "Use a-z, 0-9, dot, dash and underscore."))),
    // A text that is not a code, such as that of a link that was cut off, keeps nobody from joining.
    via: v.nullish(v.pipe(v.string(), v.transform(shareCodeOfLink))),
  },
  required,
);

/** A validated and normalised sign-up. */
export type WaitlistEntry = Omit<v.InferOutput<typeof waitlistBody>, "captcha">;

/** Body of `POST /confirm`, `/unsubscribe`, `/place` and `/erase`: the token of the link in the mail. */
export const mailLinkBody = v.object({ token: v.pipe(v.string(), v.maxLength(256)) }, required);

/** What the browser sends to these routes. */
export type MailLinkBody = v.InferInput<typeof mailLinkBody>;

/** Version of what the page says to people who join the waitlist, of mails and of what is stored; must change whenever that does. */
export const consentText = "2026-11-29.2";
