import { locale } from "../../server/contract/brand.ts";
import { contact } from "./contact.ts";
import { maxOpenApplications } from "../../server/contract/limits.ts";

const figure = (value: number): string => value.toLocaleString(locale);

/** Words that all forms share. Texts quoted in requirements 5 and 8 are exact. */
export const formWords = {
  required: "required",
  optional: "(optional)",
  /** The sentence goes on after the address, which may fill a whole line. */
  didYouMean: (address: string) => `A typo? Use ${address} instead`,

  used: {
    near: (length: number, max: number) => `${figure(length)} of ${figure(max)} characters`,
    over: (excess: number, max: number) =>
      `${figure(excess)} ${excess === 1 ? "character" : "characters"} too many, at most ${figure(max)} fit`,
  },

  errors: {
    verificationRequired: { title: "Verification required", text: "Please complete the reCAPTCHA verification." },
    alreadySubscribed: {
      title: "Already subscribed",
      text: "This email is already on our waitlist!",
      line: "Already on the list. Not confirmed? Open the link we emailed.",
    },
    unexpected: { title: "Error", text: "Something went wrong. Please try again." },
    offline: "You are offline. Nothing was sent; what you typed is kept.",
    online: "Back online. Nothing was sent yet.",
    failed: (text: string) => ({ title: "Error", text }),
    // These texts stand at the form only; no toast shows them.
    mailReturned: "Our email to this address came back. Please check it, or use another one.",
    tooManyApplications: `We have ${maxOpenApplications} applications from this email and will answer those first.`,
    tooMany: (wait: string) => `Too many attempts. Please wait ${wait} and try again.`,
  },

  wait: {
    unknown: "a few minutes",
    of: (count: number, unit: "hour" | "minute" | "second") => `${count} ${unit}${count === 1 ? "" : "s"}`,
  },
};

/** Words of the captcha, whichever it is. */
export const captchaWords = {
  label: "I’m not a robot",
  missing: "Tick this box, then send the form again.",
  states: {
    idle: "",
    verifying: "Verifying…",
    verified: "Verified",
    waiting: (wait: string) => `Many people are here right now. Trying again in ${wait}…`,
    busy: (wait: string) => `Too many people are here right now, so nothing was sent. Please try again in ${wait}.`,
    unreachable: `We can’t reach our server, so nothing was sent. Check your connection and try again, or write to ${contact}.`,
    failed: "The verification failed. Try again or reload the page.",
    limited: "Too many attempts from your network. Wait a few minutes, then try again.",
  },
  blocked: "The captcha couldn’t load. Check your connection and your content blocker.",
  tryAgain: "Try again",
};
