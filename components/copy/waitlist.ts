import { brand } from "../../server/contract/brand.ts";

/** Words of the waitlist form. Texts quoted in requirements 4 and 8 are exact. */
export const waitlistWords = {
  section: {
    title: "Get an email when it opens",
    text: `We’ll email you when ${brand} opens, and rarely before that.`,
    kept: "Only for launch news. Unsubscribe in any email.",
  },
  email: "Email",
  submit: { idle: "Join Waitlist", submitting: "Joining..." },
  stored: { title: "Welcome to our waitlist!", text: "Check your email for a confirmation message." },
  failed: "Failed to join waitlist. Please try again.",
  /** Shown to people who are on the list already. */
  again: {
    action: "Send it again",
    sent: "Sent, unless you confirmed or we wrote within ten minutes. Look in spam, too.",
  },
  done: {
    title: "Thanks for joining our waitlist!",
    next: "One step left: confirm",
    text: (address: string) => `We emailed ${address} a link: open it. Not there? Look in spam.`,
    change: { ask: "Wrong address?", action: "Change it" },
    more: { text: "Want it sooner?", link: "Apply for Beta Access", href: "#beta" },
  },
};
