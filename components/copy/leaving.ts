import { brand, locale } from "../../server/contract/brand.ts";

/** Words of what people see below their place: who came by their link, and the ways off the list. */
export const leavingWords = {
  friends: (count: number) =>
    count === 1 ? "1 friend came by your link." : `${count.toLocaleString(locale)} friends came by your link.`,
  again: "Join with another address",
  forget: "Forget on this device",
  leave: {
    title: "Leave the list?",
    text: `The ${brand} waitlist won’t email you again, not even on launch day.`,
    action: "Leave the list",
    stay: "Stay on the list",
  },
  left: { title: "You are off the list", text: "The waitlist won’t email you again. You’re welcome back any time." },
  erase: {
    title: "Delete your data?",
    text: `We delete all that we hold about your address, also an application and an account at ${brand}. You can’t undo this.`,
    action: "Delete my data",
    stay: "Keep it",
  },
  erased: {
    title: "Your data is deleted",
    text: "What is left is a scrambled form of your address, so that no import brings you back. You may join again.",
  },
  busy: "One moment.",
};
