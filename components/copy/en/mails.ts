import { brand } from "../../../server/contract/brand.ts";
import { replyWithinHours } from "../../../server/contract/limits.ts";
import { pageWords } from "./page.ts";

/** A milestone under a mail's waterline: when, and what happens then. `ahead` is still to come. */
export interface Milestone {
  when: string;
  what: string;
  ahead?: true;
}

/** The words of one mail. `fallback` leads the bare link for programs that show no button. */
export interface MailCopy {
  subject: string;
  preheader: string;
  heading: string;
  paragraphs: readonly string[];
  action?: string;
  /** What stands under the button. */
  notes?: readonly string[];
  /** The words of a second link, under them: for who reads the mail when the first works no more. */
  later?: string;
  milestones?: readonly Milestone[];
  /** Why this mail came. */
  reason: string;
}

const applicationReason = `An application for ${brand}’s beta was sent with this address. If it was not yours, you can ignore this mail.`;
const signInNotes = ["The link works once, for 15 minutes. If you did not ask for this mail, you can ignore it."];
const signInMoments: readonly Milestone[] = [
  { when: "Now", what: "The link works, once" },
  { when: "In 15 minutes", what: "It stops working", ahead: true },
];
const onTheList = `You confirmed this address on ${brand}’s waitlist.`;

/** Every word of the mails but what an operator writes for an update. Dates, counts and links are filled in when one is sent. */
export const mails = {
  sender: brand,
  tagline: pageWords.footer.tagline,
  fallback: "Or open this address:",
  unsubscribe: "Unsubscribe",
  signup: {
    subject: `Confirm your e-mail address for ${brand}`,
    preheader: "One link, and you are signed in.",
    heading: "Confirm your address",
    paragraphs: [
      `Somebody, probably you, signed up for ${brand} with this address. Follow this link to confirm that it is yours.`,
    ],
    action: "Confirm and sign in",
    notes: signInNotes,
    milestones: signInMoments,
    reason: `This address was typed into ${brand}’s sign-up.`,
  },
  magiclink: {
    subject: `Your sign-in link for ${brand}`,
    preheader: "It works once, for 15 minutes.",
    heading: "Your sign-in link",
    paragraphs: [`Follow this link to sign in to ${brand}.`],
    action: "Sign in",
    notes: signInNotes,
    milestones: signInMoments,
    reason: `Somebody asked for a sign-in link for this address at ${brand}.`,
  },
  recovery: {
    subject: `Recover your ${brand} account`,
    preheader: "Sign in without your password.",
    heading: "Sign in without your password",
    paragraphs: [`Follow this link to sign in to ${brand} without your password.`],
    action: "Sign in",
    notes: signInNotes,
    milestones: signInMoments,
    reason: `Somebody asked for help signing in to ${brand} with this address.`,
  },
  waitlistConfirmation: (days: string): MailCopy => ({
    subject: `Confirm your place on ${brand}’s waitlist`,
    preheader: "One step left: confirm that this address is yours.",
    heading: "One step left",
    paragraphs: [
      `Somebody, probably you, joined ${brand}’s waitlist with this address. Confirm that it is yours, and you will hear from us on launch day.`,
    ],
    action: "Confirm my address",
    notes: [
      `If it was not you, ignore this mail: without your confirmation we will not write again, and we erase the address after ${days}, unless it also reached us another way.`,
    ],
    milestones: [
      { when: "Now", what: "You confirm" },
      { when: "Launch day", what: "You hear first", ahead: true },
    ],
    reason: `This address was typed into the waitlist form at ${brand}. This mail asks whether that was you.`,
  }),
  applicationReceived: (replyBy: string): MailCopy => ({
    subject: `We have your application for ${brand}’s beta`,
    preheader: `You will have our answer within ${replyWithinHours} hours.`,
    heading: "Your application is in",
    paragraphs: [
      `Thank you for applying to use ${brand} before launch. We read every application ourselves and reply within ${replyWithinHours} hours.`,
      `You will have our answer by ${replyBy}.`,
      "You need not do anything until then. If it is a match, our answer brings your sign-in link.",
    ],
    milestones: [
      { when: "Received", what: "Your application" },
      { when: `Within ${replyWithinHours} hours`, what: "Our answer", ahead: true },
      { when: "If it is a match", what: "Your sign-in link", ahead: true },
    ],
    reason: applicationReason,
  }),
  /** In place of the one above where that could be sent only after the promised time. */
  applicationReceivedLate: {
    subject: `We have your application for ${brand}’s beta`,
    preheader: "This mail is late, and so is our answer. We are sorry.",
    heading: "Your application is in",
    paragraphs: [
      `Thank you for applying to use ${brand} before launch. This mail was meant to reach you at once, and our answer within ${replyWithinHours} hours. Both are late, and we are sorry.`,
      "We have your application, and read every one ourselves. You need not do anything. If it is a match, our answer brings your sign-in link.",
    ],
    milestones: [
      { when: "Received", what: "Your application" },
      { when: "Next", what: "Our answer", ahead: true },
      { when: "If it is a match", what: "Your sign-in link", ahead: true },
    ],
    reason: applicationReason,
  } satisfies MailCopy,
  applicationAccepted: {
    subject: `You are in: ${brand}’s beta`,
    preheader: "Your application was accepted. Here is your sign-in link.",
    heading: "Welcome aboard",
    paragraphs: [
      `We read your application and would like you in ${brand}’s beta. Sign in to see where things stand; we write to you there and here as the beta begins.`,
    ],
    action: "Sign in",
    notes: ["The link works once, for 15 minutes after this mail was sent. After that, ask for a new one."],
    later: "Get a new sign-in link",
    milestones: [
      { when: "Applied", what: "Received" },
      { when: "In review", what: "Read by us" },
      { when: "Answer", what: "Accepted" },
    ],
    reason: `You applied for beta access at ${brand} with this address.`,
  },
  applicationDeclined: {
    subject: `Your application for ${brand}’s beta`,
    preheader: "Not this time; here is why, and what stays open to you.",
    heading: "Not this time",
    paragraphs: [
      `Thank you for applying to ${brand}’s beta. We read your application and cannot offer you a place: the beta is small, and we choose applications that together cover different kinds of work.`,
      "This is no verdict on your business. Everyone on the waitlist will hear from us on launch day, and you are welcome to apply again when your work has changed.",
    ],
    milestones: [
      { when: "Applied", what: "Received" },
      { when: "In review", what: "Read by us" },
      { when: "Answer", what: "Not this time" },
    ],
    reason: `You applied for beta access at ${brand} with this address.`,
  },
  launchAnnouncement: {
    subject: `${brand} is open`,
    preheader: "You asked to hear first. The doors are open.",
    heading: `${brand} is open`,
    paragraphs: [
      "You asked to hear first, and this is the message we promised.",
      "Invoices, hours, clients, what you will have in the bank, and the tax to set aside are now in one place, for people who work for themselves.",
    ],
    action: `Open ${brand}`,
    milestones: [
      { when: "Then", what: "You joined the list" },
      { when: "Now", what: "The doors are open" },
    ],
    reason: onTheList,
  },
  update: { reason: onTheList },
};
