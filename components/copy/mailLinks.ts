import { brand } from "../../server/contract/brand.ts";
import { contact } from "./contact.ts";

const again = "Try again";
const looking = { title: "Looking up your place…", text: "One moment." };

/** Words for people who follow a mail's link to confirm an address or to leave the waitlist. */
export const mailLinkWords = {
  confirm: {
    ask: {
      title: "One step left",
      text: `Confirm that you want to hear from ${brand} on launch day.`,
      action: "Confirm my address",
    },
    busy: { title: "Confirming…", text: "This takes a few seconds. Please keep this page open." },
    done: {
      title: "Your address is confirmed",
      text: `We’ll email you when ${brand} opens. Want to use it sooner?`,
      action: "Apply for Beta Access",
    },
    invalid: {
      title: "This link does not work",
      text: "It has expired or part of it is missing. Join the waitlist again to get a new one.",
      action: "Join the waitlist",
    },
  },
  unsubscribe: {
    ask: {
      title: "Leave the waitlist?",
      text: `The ${brand} waitlist won’t email you again, not even on launch day.`,
      action: "Unsubscribe",
      stay: "Stay on the list",
    },
    busy: { title: "Leaving the waitlist…", text: "One moment." },
    done: {
      title: "You are unsubscribed",
      text: "The waitlist won’t email you again. You’re welcome back any time.",
    },
    invalid: {
      title: "This link does not work",
      text: `It has expired or part of it is missing. If you still get our emails, write to ${contact}.`,
      action: "Write to us",
    },
  },
  /** A place is shown without a press, in words of its own (place.ts). */
  place: {
    ask: looking,
    busy: looking,
    done: looking,
    invalid: {
      title: "This link does not work",
      text: "It has expired or part of it is missing, or you left the waitlist.",
      action: "Join the waitlist",
    },
  },
  lost: {
    title: "No connection",
    text: "We can’t tell whether it worked. Check your connection, then try again.",
    action: again,
  },
  down: { title: "That didn’t work", text: "It’s our fault. Please try again in a few minutes.", action: again },
  limited: (wait: string) => ({
    title: "Too many attempts",
    text: `Please wait ${wait} and try again.`,
    action: again,
  }),
};
