import { brand, contact } from "../../../server/contract/brand.ts";
import { example } from "./example.ts";
import type { PictureName } from "./pictures.ts";

const { invoice } = example;

/** A link of the navigation or the footer. One without `href` is a page not written yet. */
export interface SiteLink {
  label: string;
  href?: string;
}

/** The words of a feature card, and the picture that belongs to it. */
export interface Feature {
  picture: PictureName;
  title: string;
  text: string;
}

/**
 * One of the five categories of product specifications: what the finished product will do, claim by claim. The page names
 * the moment in the life of an invoice when it is wanted, not the category (requirements 2, item 5).
 */
export interface SpecificationCategory {
  moment: { when: string; what: string };
  claims: readonly { name: string; text: string }[];
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
    headline: "Keep your business on an even keel.",
    text: "Send invoices, track hours, see what you will have in the bank, and set tax aside, in one place. For freelancers, consultants, agencies and small businesses.",
    beta: { label: "Apply for Beta Access", href: "#beta" },
    waitlist: { label: "Join Waitlist", href: "#waitlist" },
    note: "Not released yet. Joining costs nothing.",
    sail: {
      title: invoice.title,
      client: invoice.client,
      rows: [
        [invoice.work, invoice.net],
        [invoice.vatName, invoice.vat],
      ],
      total: ["To pay", invoice.total],
      action: "Pay now",
    },
  },
  features: {
    title: "Most of a business lies below the waterline.",
    text: `Clients see the work and the invoice. What keeps you afloat is underneath: hours, margins, tax, and the money that is late. ${brand} is being built to show you both.`,
    caption: example.caption,
    cards: [
      {
        picture: "invoicing",
        title: "Smart Invoicing",
        text: "In your client’s currency; paid in full, in part or in crypto, from one link.",
      },
      {
        picture: "time",
        title: "Time & Expense Tracking",
        text: "Note hours and costs as they happen, and see what a project left you.",
      },
      {
        picture: "clients",
        title: "Client Management",
        text: "Clients and projects side by side, and a portal where clients see their own.",
      },
      {
        picture: "analytics",
        title: "AI-Powered Analytics",
        text: "Where your cash is heading, which work pays, who will pay late.",
      },
      {
        picture: "tax",
        title: "Tax & Compliance",
        text: "VAT and GST as you invoice, reports in one click, every change on record.",
      },
      {
        picture: "automation",
        title: "Automation",
        text: "Invoices that recur, reminders you dislike writing: set the rule once.",
      },
    ] satisfies Feature[],
  },
  specifications: {
    title: `What ${brand} will do`,
    text: "The full plan, along the life of one invoice. Beta users help decide what comes first.",
    categories: [
      {
        moment: { when: "2 May", what: `${invoice.client} says yes` },
        claims: [
          { name: "Client management", text: "Details, terms and history of a client in one record." },
          { name: "Project management", text: "Scope, budget and progress next to the invoice." },
          { name: "Client portal", text: "One place for a client to follow the work and pay for it." },
        ],
      },
      {
        moment: { when: "3 to 30 May", what: example.project.work },
        claims: [
          { name: "Time tracking", text: "By the timer or afterwards, billable or not." },
          { name: "Expense tracking", text: "Every cost on the project that caused it." },
          { name: "Profit margins", text: "What a project leaves you after hours and costs." },
        ],
      },
      {
        moment: { when: invoice.issued, what: `${invoice.title} goes out` },
        claims: [
          { name: "Dynamic templates", text: "Layouts that adapt to the job, the client and your brand." },
          { name: "Multi-currency", text: "Bill in their currency, keep your books in yours." },
          { name: "Crypto payments", text: "Optional. Clients can pay in crypto; you decide whether to offer it." },
          { name: "Smart contracts", text: "Recurring invoices paid automatically on agreed terms." },
          { name: "Partial payments", text: "Deposits, milestones and instalments on one invoice." },
          { name: "Pay-now links", text: "One tap from reading the invoice to paying it." },
        ],
      },
      {
        moment: { when: invoice.due, what: "Due, and not paid yet" },
        claims: [
          {
            name: "Cash-flow forecast",
            text: "Your balance in the months ahead, from what is billed and what falls due.",
          },
          { name: "Payment-term prediction", text: "When this client is likely to pay, whatever the terms say." },
          { name: "Reminders", text: "A nudge at the right moment, in words you approved." },
          { name: "Profitability", text: "Which clients pay for your time, and which only fill it." },
        ],
      },
      {
        moment: { when: example.tax.day, what: `${example.tax.due} of VAT is due` },
        claims: [
          { name: "VAT/GST", text: "The right rate on the right line." },
          { name: "One-click reports", text: "The figures that your accountant asks for." },
          { name: "GDPR/CCPA tools", text: "Answer a request about personal data in minutes." },
          { name: "Audit trail", text: "Every change with its date and its author." },
          { name: "Automation", text: "Rules for whatever you do the same way twice." },
        ],
      },
    ] satisfies SpecificationCategory[],
  },
  /** What stands beside the waitlist's form; `#privacy` leads here. */
  facts: [
    { name: "When", text: "No date yet. Whoever is on the waitlist hears first." },
    { name: "Price", text: "Not set yet. Joining costs nothing." },
    {
      name: "Your e-mail",
      text: "For news of the launch, nothing else. Kept with it: the day, a hash of your network address, and the campaign in your link, if any. A form that a machine seems to have filled in is kept 30 days apart from it. Leave by the link in each mail. Write to us, and it is erased.",
    },
  ],
  /** Of a page that sets none, which reCAPTCHA does. */
  noCookies: { name: "Cookies", text: "None, and nothing that follows you around." },
  /** Names who runs the site. */
  who: "Who",
  noScript: "This form needs JavaScript, because the captcha that keeps robots out does. You can write to us instead:",
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
        links: [{ label: "Write to us", href: `mailto:${contact}` }, { label: "Help center" }, { label: "Status" }],
      },
      { title: "Legal", links: [{ label: "Privacy", href: "#privacy" }, { label: "Terms" }, { label: "Cookies" }] },
    ] satisfies { title: string; links: SiteLink[] }[],
    soon: "soon",
    soonNote: "Pages marked “soon” are published before launch. Until then, ask us anything:",
  },
  /** Names of what screen readers list. */
  navigationName: "Main",
} as const;
