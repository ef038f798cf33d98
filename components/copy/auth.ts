import { brand } from "../../server/contract/brand.ts";
import { contact } from "./contact.ts";

/** Words for signed-in users. */
export const authWords = {
  /** The navigation's link: to the sign-in dialog, and once signed in to the card. */
  navigation: { signIn: "Sign in", account: "Account" },
  welcome: {
    title: "Welcome",
    signedInAs: "Signed in as",
    signOut: { idle: "Sign out", submitting: "Signing out..." },
    signedOut: "You are signed out.",
  },
  access: {
    loading: "Looking up your beta application…",
    states: {
      pending: "Your beta application is being reviewed.",
      accepted: "Your beta application was accepted. Welcome aboard!",
      declined: "We could not offer you a place in this beta. Thank you for applying.",
      none: "You have not applied for beta access with this address yet.",
      unknown: "We couldn’t look up your beta application.",
    },
    /** Shown once the product is open, with a link to it. */
    open: {
      pending: `You applied for the beta. ${brand} is open now, so you need no answer from us.`,
      accepted: `Your beta application was accepted. ${brand} is open now.`,
      declined: `We could not offer you a place in the beta. ${brand} is open to everyone now.`,
      none: `You did not apply for the beta with this address. ${brand} is open now.`,
      action: `Open ${brand}`,
    },
    late: `Your beta application is being reviewed. We promised an answer by now, and we’re sorry it’s late. Questions? Write to ${contact}.`,
    acceptedBefore: "An earlier application of yours was accepted, and that stands.",
    nodes: {
      applied: "Applied",
      review: "In review",
      reading: "We’re reading it",
      read: "We read it",
      answer: "Answer",
      by: "by",
      wasDue: "was due",
      accepted: { name: "Accepted", text: "Next: we email you when the beta starts. Nothing to do now." },
      declined: { name: "Not this time", text: "You can still hear when it opens.", link: "Join the waitlist" },
    },
    tryAgain: "Try again",
    apply: "Apply for beta access",
  },
};
