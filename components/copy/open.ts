import { brand } from "../../server/contract/brand.ts";
import { mailLinkWords } from "./mailLinks.ts";

const { confirm, unsubscribe, place } = mailLinkWords;

const action = `Open ${brand}`;

/** The texts that change on the page once the product is open. */
export const openWords = {
  description: `${brand} keeps invoices, time, clients, cash flow and tax in one book, for freelancers and small businesses.`,
  action,
  navigation: { label: "Features", href: "#features" },
  badge: `${brand} is open`,
  features: `Clients see the invoice. Hours, margins, tax and late payments are underneath. ${brand} shows you both.`,
  specifications: { title: `What ${brand} is for`, text: "From the first hour of work to the tax on it." },
  /** The section that takes the place of both forms. */
  start: {
    title: "Start with your first invoice",
    text: `${brand} is open to everyone.`,
    waitlist: "Were you on the waitlist? The link in our email holds your invitation.",
    beta: "Did you apply for the beta?",
    signIn: "Sign in to see our answer",
    write: "or write to us:",
    onPaper: (address: string) => `${brand} is at ${address}`,
  },
  soonNote: "“Soon” is still to come. Ask us anything:",
};

/** The texts that change for the links of mails. They are apart, because every page fetches them with those links' code. */
export const openLinkWords = {
  confirm: {
    ask: { ...confirm.ask, text: `Confirm that you want to hear from ${brand}.` },
    done: { title: confirm.done.title, text: `${brand} is open: you can start now.`, action },
    invalid: {
      title: confirm.invalid.title,
      text: `It has expired or part of it is missing. ${brand} is open, so you no longer need it.`,
      action,
    },
  },
  place: { invalid: { ...place.invalid, action } },
  unsubscribe: {
    ask: { ...unsubscribe.ask, text: `We won’t email you about ${brand} again.` },
    done: { ...unsubscribe.done, action },
  },
};
