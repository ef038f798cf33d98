import { brand, contact } from "../../../server/contract/brand.ts";

/** A link of the navigation or the footer. One without `href` is a page not written yet. */
export interface SiteLink {
  label: string;
  href?: string;
}

/** Icons of the feature cards; drawn in components/landing/Icons.tsx. */
export type IconName = "invoice" | "clock" | "people" | "chart" | "shield" | "loop";

export interface Feature {
  icon: IconName;
  title: string;
  text: string;
}

/** One of the five categories of product specifications: what the finished product will do, claim by claim. */
export interface SpecificationCategory {
  title: string;
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
  hero: {
    badge: "Coming Soon — Join Our Waitlist",
    headline: "Keep your business on an even keel.",
    text: `${brand} is one book for the money side of working for yourself: invoices, hours, clients, cash flow and tax, all in step. For freelancers, consultants, agencies and small businesses.`,
    beta: { label: "Apply for Beta Access", href: "#beta" },
    waitlist: { label: "Join Waitlist", href: "#waitlist" },
    note: "Still being built: nothing to install, nothing to pay.",
  },
  features: {
    title: "Most of a business lies below the waterline.",
    text: `Clients see the work and the invoice. What keeps you afloat is underneath: hours, margins, tax, and the money that is late. ${brand} is being built to carry all of it.`,
    cards: [
      {
        icon: "invoice",
        title: "Smart Invoicing",
        text: "Invoices that look like you, in your client’s currency, payable in full, in part or in crypto from a single link.",
      },
      {
        icon: "clock",
        title: "Time & Expense Tracking",
        text: "Hours and costs noted as they happen, so you know what a project earned and not only what it billed.",
      },
      {
        icon: "people",
        title: "Client Management",
        text: "Clients and their projects side by side, with a portal where each client sees their own.",
      },
      {
        icon: "chart",
        title: "AI-Powered Analytics",
        text: "Where your cash is heading, which work pays, and when an invoice is likely to be settled.",
      },
      {
        icon: "shield",
        title: "Tax & Compliance",
        text: "VAT and GST worked out as you invoice, reports in one click, and a record of who changed what.",
      },
      {
        icon: "loop",
        title: "Automation",
        text: "The invoice that recurs, the reminder you dislike writing: set a rule once, then get back to work.",
      },
    ] satisfies Feature[],
  },
  specifications: {
    title: "What will be in the book",
    text: "The plan, entry by entry. What the beta teaches us decides the order.",
    categories: [
      {
        title: "Getting paid",
        claims: [
          { name: "Dynamic templates", text: "Layouts that adapt to the job, the client and your brand." },
          { name: "Multi-currency", text: "Bill in their currency, keep your books in yours." },
          { name: "Crypto payments", text: "For the client who would rather send a coin than a wire." },
          { name: "Smart contracts", text: "Recurring invoices that settle on terms both sides agreed." },
          { name: "Partial payments", text: "Deposits, milestones and instalments on one invoice." },
          { name: "Pay-now links", text: "One tap from reading the invoice to paying it." },
        ],
      },
      {
        title: "Time and margins",
        claims: [
          { name: "Time tracking", text: "By the timer or after the fact, billable or not." },
          { name: "Expense tracking", text: "Every cost booked to the project that caused it." },
          { name: "Profit margins", text: "What a project leaves you once hours and costs are in." },
        ],
      },
      {
        title: "Clients and projects",
        claims: [
          { name: "Client management", text: "Details, terms and history in one record." },
          { name: "Project management", text: "Scope, budget and progress next to the bill." },
          { name: "Client portal", text: "One place for a client to follow the work and pay for it." },
        ],
      },
      {
        title: "Looking ahead",
        claims: [
          { name: "Cash-flow forecast", text: "The balance ahead, from what is billed and what falls due." },
          { name: "Profitability", text: "Which clients carry the business and which only look busy." },
          { name: "Payment-term prediction", text: "When this client is likely to pay, whatever the terms say." },
          { name: "Reminders", text: "A nudge at the right moment, in words you approved." },
        ],
      },
      {
        title: "Tax and control",
        claims: [
          { name: "VAT/GST", text: "The right rate on the right line." },
          { name: "One-click reports", text: "The figures your accountant keeps asking for." },
          { name: "GDPR/CCPA tools", text: "Answer a data request without losing the weekend." },
          { name: "Audit trail", text: "Every change with its date and its author." },
          { name: "Automation", text: "Rules for whatever you do the same way twice." },
        ],
      },
    ] satisfies SpecificationCategory[],
  },
  noScript: "This form needs JavaScript, because the captcha that keeps robots out does. You can write to us instead:",
  loading: "Loading…",
  notFound: {
    title: "Page not found",
    text: "Oops! Page not found",
    hint: "There is nothing charted at this address.",
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
      { title: "Legal", links: [{ label: "Privacy" }, { label: "Terms" }, { label: "Cookies" }] },
    ] satisfies { title: string; links: SiteLink[] }[],
    soon: "soon",
    soonNote: "Pages marked “soon” are published before launch. Until then, ask us anything:",
  },
  /** Names of what screen readers list. */
  navigationName: "Main",
  /** What stands on the invoice and the water of the picture (components/landing/HeroScene.tsx). */
  picture: { invoice: "Invoice", amount: "€2,480", months: ["Apr", "May", "Jun", "Jul", "Nov"] },
} as const;
