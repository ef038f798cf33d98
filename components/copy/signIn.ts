import { brand } from "../../server/contract/brand.ts";
import { contact } from "./contact.ts";
import { notAnAddress } from "../../server/contract/emailAddress.ts";

const again = "Try again";
const sending = "Sending...";
const askToSignIn = {
  title: `Sign in to ${brand}?`,
  text: "The link in the email signs you in on this browser.",
  action: "Sign in",
};

/** Words for visitors who sign in or up, set a password, or follow the link of a sign-in mail. */
export const signInWords = {
  fields: {
    name: "Name",
    email: "Email",
    password: "Password",
    newPassword: "New password",
    passwordHint: "At least 8 characters.",
  },
  views: {
    link: {
      title: "Sign in",
      text: "We’ll email you a link that signs you in. No password needed.",
      open: "Sign in by email link",
      submit: { idle: "Send me a link", submitting: sending },
    },
    password: {
      title: "Sign in with a password",
      text: "First time here? Use the email link.",
      open: "Use a password",
      submit: { idle: "Sign in", submitting: "Signing in..." },
    },
    signUp: {
      title: "Sign up",
      text: "We’ll email you a link to confirm your address. You choose a password after that.",
      ask: "New here?",
      open: "Sign up",
      submit: { idle: "Sign up", submitting: "Signing up..." },
    },
    forgot: {
      title: "Forgot your password?",
      text: "We’ll email you a link that signs you in and lets you set a new one.",
      open: "Forgot your password?",
      submit: { idle: "Send me a link", submitting: sending },
    },
  },
  sent: {
    title: "Check your email",
    text: (email: string) => `A link is on its way to ${email} if there is an application or an account for it.`,
    signedUp: (email: string) => `A link to ${email} is on its way.`,
    notes: "It works once, for 15 minutes. Not there? Look in spam.",
    again: { idle: "Send it again", submitting: sending, later: (seconds: number) => `Send it again in ${seconds} s` },
    other: "Use another address",
  },
  newPassword: {
    recovery: { title: "Set a new password", text: "The link has signed you in. Choose a new password:" },
    first: {
      title: "Your address is confirmed",
      text: "Choose a password, or skip this and sign in by email link.",
    },
    submit: { idle: "Save password", submitting: "Saving..." },
    skip: "Not now",
    saved: { title: "Password saved", text: "You can sign in with it, or by email link as before." },
  },
  noPassword: "Enter a password.",
  errors: {
    wrong: "The email address or the password is wrong.",
    unconfirmed: "This address isn’t confirmed yet. Ask for a sign-in link: it confirms the address.",
    weak: {
      lead: "Choose another password:",
      reasons: {
        length: "this one is shorter than 8 characters",
        characters: "this one needs more kinds of characters",
        pwned: "this one is among the first that attackers try",
      },
      other: "this one is too easy to guess",
    },
    longPassword:
      "This password is too long. Use at most 72 characters; accented letters, other scripts and emoji count two to four times.",
    same: "This is already your password. Choose another one.",
    address: notAnAddress,
    undeliverable: "We can’t send email to this address.",
    limited: (wait: string) => `Too many attempts. Please wait ${wait} and try again.`,
    offline: "No connection. Check it, then try again.",
    away: "Signing in isn’t working right now. Please try again in a few minutes.",
    expired: "This link has expired or was already used.",
    signedOut: "You have been signed out. Sign in again, then set your password.",
    signInFirst: "Sign in by email link again, then set your password.",
    passwordClosed: `Changing a password is switched off. You can sign in by email link. Questions? Write to ${contact}.`,
    closed: `Signing in this way is switched off. Write to ${contact}.`,
    blocked: `This account is blocked. Write to ${contact}.`,
    unexpected: "Something went wrong. Please try again.",
  },
  link: {
    ask: {
      magiclink: askToSignIn,
      signup: {
        title: "One step left",
        text: "Confirm that the address is yours to sign in on this browser.",
        action: "Confirm and sign in",
      },
      recovery: {
        title: "Set a new password?",
        text: "The link in the email signs you in on this browser. Then you can set a new password.",
        action: "Sign in",
      },
      email: askToSignIn,
    },
    change: (user: string) => ({
      title: "Change account?",
      text: `You are signed in as ${user} now, but this link signs in the person it was sent to. If you didn’t expect that, close this.`,
      action: "Sign in by the link",
    }),
    busy: { title: "Signing in…", text: "One moment." },
    spent: {
      title: "Not signed in",
      text: "This sign-in link has expired or was already used.",
      action: "Send me a new link",
    },
    lost: {
      title: "Not signed in",
      text: "The link couldn’t be used. Check your connection, then try again.",
      action: again,
    },
    limited: (wait: string) => ({
      title: "Not signed in",
      text: `Too many attempts. Please wait ${wait} and try again.`,
      action: again,
    }),
  },
};
