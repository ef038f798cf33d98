import { brand } from "../../server/contract/brand.ts";
import { replyWithinHours } from "../../server/contract/limits.ts";
import { pageWords } from "./page.ts";

/** A milestone under a mail's waterline: when, and what happens then. `ahead` is still to come. */
export interface Milestone {
  when: string;
  what: string;
  ahead?: true;
  /** Draws the milestone in grey, because it did not come true. */
  declined?: true;
}

/** The words of one mail. `fallback` leads the bare link for programs that show no button. */
export interface MailCopy {
  subject: string;
  preheader: string;
  heading: string;
  paragraphs: readonly string[];
  action?: string;
  /** The words of a second link, right under the button, for people who read the mail after the first has expired. */
  later?: string;
  /** Small print under the links. */
  notes?: readonly string[];
  milestones?: readonly Milestone[];
  /** The sentence that says why this mail came. */
  reason: string;
}

const applicationReason = `An application for ${brand}’s beta was sent with this address. If that wasn’t you, you can ignore this email.`;
const signInNotes = ["The link works once, for 15 minutes. If you didn’t ask for it, you can ignore this email."];
const signInMoments: readonly Milestone[] = [
  { when: "Now", what: "The link works, once" },
  { when: "In 15 minutes", what: "It stops working", ahead: true },
];
const onTheList = `You confirmed this address on ${brand}’s waitlist.`;

/**
 * Every word of the mails, except what an operator writes in an update and what mails to the operator say
 * (server/mail/messages/operator.ts). Dates, counts and links are filled in when a mail is sent.
 */
export const mails = {
  sender: brand,
  tagline: pageWords.footer.tagline,
  fallback: "Or open this address:",
  unsubscribe: "Unsubscribe",
  place: "Your place",
  signature: (name: string) => `— ${name}`,
  signup: {
    subject: `Confirm your email address for ${brand}`,
    preheader: "One link, and you are signed in.",
    heading: "Confirm your address",
    paragraphs: [
      `Somebody, probably you, signed up for ${brand} with this address. Use this link to confirm that it’s yours.`,
    ],
    action: "Confirm and sign in",
    notes: signInNotes,
    milestones: signInMoments,
    reason: `This address was entered in ${brand}’s sign-up.`,
  },
  magiclink: {
    subject: `Your sign-in link for ${brand}`,
    preheader: "It works once, for 15 minutes.",
    heading: "Your sign-in link",
    paragraphs: [`Use this link to sign in to ${brand}.`],
    action: "Sign in",
    notes: signInNotes,
    milestones: signInMoments,
    reason: `Somebody asked for a sign-in link for this address at ${brand}.`,
  },
  recovery: {
    subject: `Set a new password for ${brand}`,
    preheader: "One link signs you in to set it.",
    heading: "Set a new password",
    paragraphs: [`Use this link to sign in to ${brand} and set a new password. The old one works until then.`],
    action: "Sign in and set a password",
    notes: signInNotes,
    milestones: signInMoments,
    reason: `Somebody asked for help signing in to ${brand} with this address.`,
  },
  waitlistConfirmation: (days: string): MailCopy => ({
    subject: "Please confirm your address",
    preheader: `One step left to be on ${brand}’s waitlist.`,
    heading: "Please confirm your address",
    paragraphs: [
      `${brand} will keep invoices, time, clients, cash flow and tax in one book, for freelancers and small businesses.`,
      "Somebody, probably you, joined its waitlist with this address. Confirm that it’s yours, and we’ll email you when it opens.",
    ],
    action: "Confirm my address",
    notes: [
      `If it wasn’t you, ignore this email. Without your confirmation we won’t write again, and we delete the address after ${days}, unless it also reached us another way.`,
    ],
    milestones: [
      { when: "Now", what: "You confirm" },
      { when: "Launch day", what: "You hear first", ahead: true },
    ],
    reason: `This address was put on ${brand}’s waitlist. This email asks whether that was you.`,
  }),
  /** The request to confirm for people of an import, who are not told that they joined. */
  importedConfirmation: (days: string): MailCopy => ({
    ...mails.waitlistConfirmation(days),
    paragraphs: [
      `${brand} will keep invoices, time, clients, cash flow and tax in one book, for freelancers and small businesses.`,
      "We have your address from elsewhere. Confirm that it’s yours and that you want to be on the waitlist, and we’ll email you when it opens.",
    ],
    notes: [
      `If you don’t, ignore this email. Without your confirmation we won’t write again, and we delete the address after ${days}, unless it also reached us another way.`,
    ],
    reason: `This address was brought to ${brand}’s waitlist by those who make it. This email asks whether you want that.`,
  }),
  applicationReceived: (replyBy: string): MailCopy => ({
    subject: `We have your application for ${brand}’s beta`,
    preheader: `You’ll have our answer within ${replyWithinHours} hours.`,
    heading: "Your application is in",
    paragraphs: [
      `Thank you for applying to use ${brand} before launch. We read every application ourselves and reply within ${replyWithinHours} hours.`,
      `You’ll have our answer by ${replyBy}.`,
      "There’s nothing to do until then. If it’s a match, our answer brings your sign-in link.",
    ],
    milestones: [
      { when: "Received", what: "Your application" },
      { when: `Within ${replyWithinHours} hours`, what: "Our answer", ahead: true },
      { when: "If it’s a match", what: "Your sign-in link", ahead: true },
    ],
    reason: applicationReason,
  }),
  /** Replaces the receipt above if it could be sent only after the promised time. */
  applicationReceivedLate: {
    subject: `We have your application for ${brand}’s beta`,
    preheader: "This email is late, and so is our answer. We’re sorry.",
    heading: "Your application is in",
    paragraphs: [
      `Thank you for applying to use ${brand} before launch. This email should have reached you at once, and our answer within ${replyWithinHours} hours. Both are late, and we’re sorry.`,
      "We have your application, and we read every one ourselves. There’s nothing you need to do. If it’s a match, our answer brings your sign-in link.",
    ],
    milestones: [
      { when: "Received", what: "Your application" },
      { when: "Next", what: "Our answer", ahead: true },
      { when: "If it’s a match", what: "Your sign-in link", ahead: true },
    ],
    reason: applicationReason,
  } satisfies MailCopy,
  applicationAccepted: {
    subject: `You’re in: ${brand}’s beta`,
    preheader: "Your application was accepted. Here is your sign-in link.",
    heading: "Welcome aboard",
    paragraphs: [
      `We read your application and would like to have you in ${brand}’s beta. Sign in to see where things stand. We’ll email you when the beta starts.`,
    ],
    action: "Sign in",
    later: "Get a new sign-in link",
    notes: ["The sign-in link works once, for 15 minutes after this email was sent. After that, get a new link."],
    milestones: [
      { when: "Applied", what: "Received" },
      { when: "In review", what: "We read it" },
      { when: "Answer", what: "Accepted" },
    ],
    reason: `You applied for beta access at ${brand} with this address.`,
  },
  applicationDeclined: {
    subject: `Your application for ${brand}’s beta`,
    preheader: "Not this time. Here’s why, and what’s still open to you.",
    heading: "Not this time",
    paragraphs: [
      `Thank you for applying to ${brand}’s beta. We read your application and can’t offer you a place: the beta is small, and we’re choosing applications that cover different kinds of work.`,
      "It’s no verdict on your business. Everyone on the waitlist hears from us on launch day, and you’re welcome to apply again if your work changes.",
    ],
    milestones: [
      { when: "Applied", what: "Received" },
      { when: "In review", what: "We read it" },
      { when: "Answer", what: "Not this time", declined: true },
    ],
    reason: `You applied for beta access at ${brand} with this address.`,
  } satisfies MailCopy,
  launchAnnouncement: {
    subject: `${brand} is open`,
    preheader: "You asked to hear first.",
    heading: `${brand} is open`,
    paragraphs: [
      "You asked to hear first, and this is the email we promised.",
      "Invoices, hours, clients, what you will have in the bank, and the tax to set aside are now in one place, for freelancers and small businesses.",
    ],
    action: `Open ${brand}`,
    notes: ["The link is your own invitation, so please don’t pass it on."],
    milestones: [
      { when: "Then", what: "You joined the list" },
      { when: "Now", what: "The doors are open" },
    ],
    reason: onTheList,
  },
  update: { reason: onTheList },
  operator: { reason: `${brand}’s setting OPERATOR_EMAIL names this address.` },
};
