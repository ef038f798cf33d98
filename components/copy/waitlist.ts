import { brand } from "../../server/contract/brand.ts";
import { keptDays } from "../../server/contract/limits.ts";

/** Words of the waitlist form. Texts quoted in requirements 4 and 8 are exact. */
export const waitlistWords = {
  section: {
    title: "Get an email when it opens",
    text: `We’ll email you when ${brand} opens, and rarely before that.`,
    kept: `We keep your address for launch news until ${keptDays} days after you unsubscribe. If you don’t confirm, we delete it.`,
  },
  email: "Email",
  submit: { idle: "Join Waitlist", submitting: "Joining..." },
  stored: { title: "Welcome to our waitlist!", text: "Check your email for a confirmation message." },
  failed: "Failed to join waitlist. Please try again.",
  done: {
    title: "Thanks for joining our waitlist!",
    next: "One step left: confirm",
    text: (address: string) => `We emailed ${address} a link: open it. Not there? Look in spam.`,
    change: { ask: "Wrong address?", action: "Change it" },
    more: { text: "Want it sooner?", link: "Apply for Beta Access", href: "#beta" },
  },
};
