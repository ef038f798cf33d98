import { brand } from "../../server/contract/brand.ts";
import { mailLinkWords } from "./mailLinks.ts";

const { confirm } = mailLinkWords;

/** The link to the product. */
const action = `Open ${brand}`;

/** What the page says once the product is open, where that is not what it said before. */
export const openWords = {
  description: `${brand} keeps invoices, time, clients, cash flow and tax in one book, for freelancers and small businesses.`,
  action,
  navigation: { label: "Features", href: "#features" },
  /** The same in the navigation, beside the brand's name: on a phone the menu has to fit beside them. */
  call: "Open",
  badge: `${brand} is open`,
  features: `Clients see the work and the invoice. What keeps you afloat is underneath: hours, margins, tax and late payments. ${brand} shows you both.`,
  specifications: { title: `What ${brand} is for`, text: "From the first hour of work to the tax on it." },
  waitlist: {
    title: `${brand} is open`,
    text: "There is nothing left to wait for.",
    hint: "Were you on the waitlist? The link in our email holds your invitation.",
  },
  beta: {
    title: "The beta is closed",
    text: `${brand} is open, so there is nothing left to apply for. Thank you to everyone who did.`,
    ask: "Did you apply?",
    signIn: "Sign in to see our answer",
    write: "or write to us:",
  },
  /** Of a mail's link to confirm an address. */
  confirm: {
    ask: { ...confirm.ask, text: `Confirm that you want to hear from ${brand}.` },
    done: { title: confirm.done.title, text: `${brand} is open, so there is nothing left to wait for.`, action },
    invalid: {
      title: confirm.invalid.title,
      text: `It has expired or part of it is missing. ${brand} is open, so you no longer need it.`,
      action,
    },
  },
  soonNote: "“Soon” is still to come. Ask us anything:",
};
