import { brand } from "../../server/contract/brand.ts";
import { keptDays } from "../../server/contract/limits.ts";
import { contact } from "./contact.ts";
import { example } from "../invoice/example.ts";
import type { PictureName } from "../invoice/words.ts";

const { invoice } = example;

/** A link of the navigation or the footer. One without `href` is a page not written yet. */
export interface SiteLink {
  label: string;
  href?: string;
}

/** The words of a feature card, and the picture that belongs to it; without one, the waterline alone. */
export interface Feature {
  picture?: PictureName;
  title: string;
  text: string;
}

/**
 * What the page says, forms and auth apart. Nothing is released yet, so the copy promises and never reports. Texts quoted in
 * requirements 2 are exact.
 */
export const pageWords = {
  title: `${brand} — Invoices, cash flow and tax on an even keel`,
  description: `${brand} will keep invoices, time, clients, cash flow and tax in one book, for freelancers and small businesses. Join the waitlist or apply for beta access.`,
  skipLink: "Skip to content",
  menuLabel: "Menu",
  navigation: [
    { label: "Features", href: "#features" },
    { label: "Waitlist", href: "#waitlist" },
    { label: "Beta", href: "#beta" },
  ],
  /** The link of the navigation that is its call to action: on a phone it stands beside the menu, too. */
  call: "#waitlist",
  hero: {
    badge: "Coming Soon — Join Our Waitlist",
    headline: "Invoices, cash flow and tax on an even keel.",
    text: "See what you will have in the bank before you spend it. For freelancers and small businesses.",
    beta: { label: "Apply for Beta Access", href: "#beta" },
    waitlist: { label: "Join Waitlist", href: "#waitlist" },
    note: "Not released yet. Free to join.",
    /** The sentence goes on with this only if the page sets no cookies; reCAPTCHA sets some. */
    noCookies: "No cookies.",
    sail: {
      title: invoice.title,
      client: invoice.client,
      rows: [
        [invoice.work, invoice.net],
        [invoice.vatName, invoice.vat],
        ["Deposit paid", example.parts.paid],
      ],
      total: ["To pay", example.parts.rest],
      action: "Pay now",
    },
  },
  features: {
    title: "Most of a business lies below the waterline.",
    text: `Clients see the invoice. Hours, margins, tax and late payments are underneath. ${brand} will show you both.`,
    caption: example.caption,
    cards: [
      {
        picture: "invoicing",
        title: "Smart Invoicing",
        text: "Bill in your client’s currency. Get paid in full, in part or in crypto, from one link.",
      },
      {
        picture: "time",
        title: "Time & Expense Tracking",
        text: "Log hours and costs as they happen, and see what a project leaves you.",
      },
      {
        picture: "clients",
        title: "Client Management",
        text: "Clients and projects side by side, and a portal where clients see their own.",
      },
      {
        picture: "analytics",
        title: "AI-Powered Analytics",
        text: "Where your cash is heading, which work pays off, and who will pay late.",
      },
      {
        picture: "tax",
        title: "Tax & Compliance",
        text: "VAT and GST as you invoice, reports in one click, and every change on record.",
      },
      {
        picture: "automation",
        title: "Automation",
        text: "Recurring invoices, reminders you hate writing: set the rule once.",
      },
    ] satisfies Feature[],
  },
  /** What stands beside the waitlist's form; `#privacy` leads here. */
  facts: {
    when: { name: "When", text: "No date yet. The waitlist hears first." },
    price: { name: "Price", text: "Not set yet. Joining costs nothing." },
  },
  /** What the GDPR's Article 13 asks for, as far as a build knows it; behind its name. */
  stored: {
    name: "What we store",
    who: (imprint: string) => `${imprint || `The team behind ${brand}`} answers for it: ${contact}`,
    waitlist:
      "If you join: your address, the day, your answers, a scrambled form of your IP address, the campaign and friend in your link, and how many friends come by yours. Once you confirm, your browser keeps a link to your place. We send launch news because you agreed (GDPR Art. 6(1)(a)); the scrambled form proves that and stops abuse (f).",
    beta: "If you apply: what you enter, to answer you and to run the beta (b), until it ends.",
    long: `We keep your address until ${keptDays} days after you unsubscribe. If you don’t confirm, we delete it.`,
    rights:
      "You can withdraw in any email, see, correct, move or delete your data, object, or complain to a data protection authority.",
    /** The sentences on who else processes the data, of which a build shows those that are true for it. */
    own: "It is on our own server; our mail service gets your address.",
    hosted: "Supabase hosts it; our mail service gets your address.",
    google: "Google checks the captcha, and sets cookies for it.",
    /** Shown only if the page counts visits. */
    visits: "Visits are counted by time and campaign, never by person.",
    /** Shown only if the page sets no cookies; reCAPTCHA sets some. */
    noCookies: "No cookies, and no tracking.",
  },
  builtBy: (imprint: string) => `Built by ${imprint}`,
  noScript: "This form needs JavaScript, for the captcha that keeps robots out. You can write to us instead:",
  /** Shown without JavaScript in place of the second form. */
  noScriptAgain: "You can apply by email:",
  /** Printed in place of a form. */
  onPaper: (address: string) => `Fill this in at ${address}, or write to ${contact}.`,
  loading: "Loading…",
  notFound: {
    title: "Page not found",
    text: "Oops! Page not found",
    hint: "The address may be mistyped, or the page was moved.",
    sail: {
      title: "Invoice 404",
      client: "Nothing here",
      rows: [
        ["Pages found: 0", "€0.00"],
        [invoice.vatName, "€0.00"],
      ],
      total: ["To pay", "€0.00"],
      action: "Nothing to pay",
    },
    link: "Return to Home",
  },
  footer: {
    tagline: "Steady books for people who work for themselves.",
    columns: [
      {
        title: "Product",
        links: [
          { label: "Features", href: "#features" },
          { label: "Beta access", href: "#beta" },
          { label: "Pricing" },
          { label: "Roadmap" },
        ],
      },
      {
        title: "Support",
        links: [{ label: "Write to us", href: `mailto:${contact}` }, { label: "Help" }, { label: "Status" }],
      },
      {
        title: "Legal",
        links: [{ label: "Privacy", href: "#privacy" }, { label: "Terms" }, { label: "Cookies", href: "#privacy" }],
      },
    ] satisfies { title: string; links: SiteLink[] }[],
    soon: "soon",
    soonNote: "“Soon” means by launch. Ask us anything:",
  },
  /** Names of what screen readers list. */
  navigationName: "Main",
} as const;
