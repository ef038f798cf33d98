import { brand } from "../server/contract/brand.ts";

/** A link of the navigation or the footer. */
export interface SiteLink {
  label: string;
  href: string;
}

/** Icons of the feature cards; drawn in components/landing/FeatureIcon.tsx. */
export type IconName = "invoice" | "clock" | "people" | "chart" | "shield" | "bolt";

export interface Feature {
  icon: IconName;
  title: string;
  text: string;
}

/** One of the five categories of product specifications: what the finished product will do, claim by claim. */
export interface SpecificationCategory {
  title: string;
  intro: string;
  claims: readonly { name: string; text: string }[];
}

const placeholder = (label: string): SiteLink => ({ label, href: "#" });

/** Everything the page says and is configured by: one typed place for copy and settings. */
export const site = {
  brand,
  /** Address of the site, without the base path; canonical links, Open Graph and the sitemap are made from it. */
  url: import.meta.env.PUBLIC_SITE_URL ?? "https://keelbook.example",
  title: `${brand} — the books, the clients and the taxes of a small business, on an even keel`,
  description:
    "Invoices, time, expenses, clients and taxes in one place for freelancers and small businesses. Launching soon: join the waitlist or apply for beta access.",
  contact: "hello@keelbook.example",
  copyrightYear: 2024,
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
    text: `${brand} is one calm place for the money side of working for yourself: the invoice, the hours behind it, the client it goes to, and the tax that follows. For freelancers, consultants, agencies and small businesses.`,
    beta: { label: "Apply for Beta Access", href: "#beta" },
    waitlist: { label: "Join Waitlist", href: "#waitlist" },
    note: "No card, no tracking. One e-mail when we open.",
  },
  features: {
    title: "Six jobs, one set of books",
    intro: "Each part knows what the others know, so nothing is typed twice and nothing falls between two tools.",
    cards: [
      { icon: "invoice", title: "Smart Invoicing", text: "Send an invoice that looks like you, in your client’s currency, with a link that pays it. Part-payments and recurring work included." },
      { icon: "clock", title: "Time & Expense Tracking", text: "Log hours and costs where the work happens, and see the profit margin of a project before you send the bill." },
      { icon: "people", title: "Client Management", text: "Every project, file and invoice of a client on one page, and a portal where they can see what concerns them." },
      { icon: "chart", title: "AI-Powered Analytics", text: "A forecast of your cash flow, and an honest guess at when each client will really pay, with the reasons shown." },
      { icon: "shield", title: "Tax & Compliance", text: "VAT and GST worked out as you go, reports ready in one click, and an audit trail that answers for every number." },
      { icon: "bolt", title: "Automation", text: "Reminders, recurring invoices and month-end chores that run by rules you wrote, and tell you what they did." },
    ] satisfies Feature[],
  },
  specifications: {
    title: "What is on the drawing board",
    intro: "The plan in detail. Beta members help decide what is built first.",
    categories: [
      {
        title: "Invoicing & payments",
        intro: "From the first quote to the last instalment.",
        claims: [
          { name: "Dynamic templates", text: "layouts that adapt to the job, the client and the language" },
          { name: "Multi-currency", text: "bill in theirs, keep books in yours" },
          { name: "Crypto payments", text: "accepted, and booked at the rate of the moment" },
          { name: "Smart contracts", text: "for recurring invoices that settle themselves" },
          { name: "Partial payments", text: "deposits, milestones and instalments, tracked to the cent" },
          { name: "Pay-now links", text: "one tap from the invoice to paid" },
        ],
      },
      {
        title: "Time, costs & margins",
        intro: "Know what a day’s work is worth.",
        claims: [
          { name: "Time tracking", text: "by project and client, billable or not" },
          { name: "Expense tracking", text: "receipts beside the project they belong to" },
          { name: "Profit margins", text: "per project and per client, while there is still time to act" },
        ],
      },
      {
        title: "Clients & projects",
        intro: "The work, and the people it is for.",
        claims: [
          { name: "Client management", text: "contacts, agreements and history together" },
          { name: "Project management", text: "scope, deadlines and budget on one page" },
          { name: "Client portal", text: "invoices, files and progress, without a login to forget" },
        ],
      },
      {
        title: "Insight & automation",
        intro: "Less guessing, fewer chores.",
        claims: [
          { name: "Cash-flow forecast", text: "the next ninety days, updated with every invoice" },
          { name: "Profitability", text: "which work carries the business and which only looks busy" },
          { name: "Payment-term prediction", text: "when this client will pay, judged by how they have" },
          { name: "Reminders", text: "polite, timely, and in your own words" },
          { name: "Automation", text: "rules for the routine, with a log of everything they did" },
        ],
      },
      {
        title: "Tax & compliance",
        intro: "Ready when the letter comes.",
        claims: [
          { name: "VAT/GST", text: "the right rate for each sale, and the return prepared" },
          { name: "One-click reports", text: "for you, your accountant or the tax office" },
          { name: "GDPR/CCPA tools", text: "consent, export and erasure for the data you hold" },
          { name: "Audit trail", text: "who changed what, when, and what it was before" },
        ],
      },
    ] satisfies SpecificationCategory[],
  },
  waitlist: {
    title: "Be there when we launch",
    text: "Leave your e-mail address and we will write to you once, when the doors open. It is used for nothing else.",
  },
  beta: {
    title: "Help us build it",
    text: "We are looking for people who run a business of their own and will tell us the truth. Beta members get early access, a direct line to the people who build it, and a say in what comes next.",
    points: ["Free for as long as the beta lasts", "A reply to every application within 48 hours", "Your data leaves with you, whenever you like"],
  },
  noScript: "The form needs JavaScript, because the captcha that keeps robots out does. You can write to us instead:",
  loading: "Loading…",
  notFound: { title: "Page not found", text: "Oops! Page not found", link: "Return to Home" },
  footer: {
    tagline: "Steady books for people who work for themselves.",
    columns: [
      { title: "Product", links: [{ label: "Features", href: "#features" }, { label: "Waitlist", href: "#waitlist" }, { label: "Beta access", href: "#beta" }, placeholder("Pricing")] },
      { title: "Support", links: [{ label: "Write to us", href: "mailto:hello@keelbook.example" }, placeholder("Help centre"), placeholder("Status")] },
      { title: "Legal", links: [placeholder("Privacy"), placeholder("Terms"), placeholder("Cookies")] },
    ] satisfies { title: string; links: SiteLink[] }[],
    placeholderNote: "(coming soon)",
  },
} as const;

/** A path of the site under the base path it is served from, such as `/promo/`. */
export const sitePath = (path = ""): string => `${import.meta.env.BASE_URL}${path}`;
