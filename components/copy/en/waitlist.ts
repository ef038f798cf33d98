import { keptDays } from "../../../server/contract/limits.ts";

/** Words of the waitlist form. Texts quoted in requirements 4 and 8 are exact. */
export const waitlistWords = {
  section: {
    title: "Hear when it opens",
    text: "Leave your e-mail address and confirm it. We write when the doors open, and seldom before.",
    kept: `We store your address for news of the launch, until ${keptDays} days after you unsubscribe by a link in our mails. Unconfirmed, it is erased.`,
  },
  email: "Email",
  submit: { idle: "Join Waitlist", submitting: "Joining..." },
  stored: { title: "Welcome to our waitlist!", text: "Check your email for a confirmation message." },
  failed: "Failed to join waitlist. Please try again.",
  done: {
    title: "Thanks for joining our waitlist!",
    steps: (address: string) => [
      { name: "You are on the list:", text: address },
      { name: "Confirm:", text: "open the message we just sent. Not there? Look in spam." },
      { name: "Launch day:", text: "one message." },
    ],
    more: { text: "Want it sooner?", link: "Apply for Beta Access", href: "#beta" },
  },
};
