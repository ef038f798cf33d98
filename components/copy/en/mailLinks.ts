import { brand, contact } from "../../../server/contract/brand.ts";

const again = "Try again";

/** Words for who follows a link of a mail: to confirm an address, or to leave the waitlist. */
export const mailLinkWords = {
  close: "Close",
  confirm: {
    ask: {
      title: "One step left",
      text: `Confirm that you want to hear from ${brand} on launch day.`,
      action: "Confirm my address",
    },
    busy: { title: "Confirming…", text: "This takes a few seconds. Please keep this page open." },
    done: {
      title: "Your address is confirmed",
      text: `You will hear from us when ${brand} opens. There is nothing else to do.`,
    },
    gone: {
      title: "This link does not work",
      text: "It has expired, or part of it is missing. Join the waitlist once more to get a new one.",
      action: "Join the waitlist",
    },
  },
  unsubscribe: {
    ask: {
      title: "Leave the waitlist?",
      text: `You will get no more mail of ${brand}’s waitlist, not even on launch day.`,
      action: "Unsubscribe",
    },
    busy: { title: "Leaving the waitlist…", text: "One moment." },
    done: {
      title: "You are unsubscribed",
      text: "The waitlist will not write to you again. You are welcome to join again at any time.",
    },
    gone: {
      title: "This link does not work",
      text: `It has expired, or part of it is missing. If you still get mail from us, write to ${contact}.`,
      action: "Write to us",
    },
  },
  lost: {
    title: "No connection",
    text: "We cannot tell whether it worked. Check your connection, then try again.",
    action: again,
  },
  down: { title: "That did not work", text: "The fault is ours. Please try again in a few minutes.", action: again },
  limited: (wait: string) => ({
    title: "Too many attempts",
    text: `Please wait ${wait} and try again.`,
    action: again,
  }),
};
