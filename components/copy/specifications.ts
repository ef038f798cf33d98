import { brand } from "../../server/contract/brand.ts";
import { example } from "./example.ts";

const { invoice } = example;

/**
 * One of the five categories of product specifications: what the finished product will do, claim by claim. The page names
 * the moment in the life of an invoice when it is wanted, and what is in it (requirements 2, item 5).
 */
interface SpecificationCategory {
  moment: { what: string; story: string };
  claims: readonly { name: string; text: string }[];
}

/** The words of the specifications, all of it ahead. */
export const specificationWords = {
  title: `What ${brand} will do`,
  text: "The full plan. Beta users help decide what comes first.",
  categories: [
    {
      moment: { what: "2 May: clients, projects, portal", story: `${invoice.client} says yes` },
      claims: [
        { name: "Client management", text: "A client’s details, terms and history in one record." },
        { name: "Project management", text: "Scope, budget and progress next to the invoice." },
        { name: "Client portal", text: "One place for a client to follow the work and pay for it." },
      ],
    },
    {
      moment: { what: "3 to 30 May: hours, costs, margins", story: example.project.work },
      claims: [
        { name: "Time tracking", text: "With a timer or afterwards, billable or not." },
        { name: "Expense tracking", text: "Every cost on the project that caused it." },
        { name: "Profit margins", text: "What a project leaves you after hours and costs." },
      ],
    },
    {
      moment: { what: `${invoice.issued}: invoices and payments`, story: `${invoice.title} goes out` },
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
      moment: { what: `${invoice.due}: forecast, reminders, profit`, story: "Due, and not paid yet" },
      claims: [
        {
          name: "Cash-flow forecast",
          text: "Your balance in the months ahead, from what is billed and what is due.",
        },
        { name: "Payment-term prediction", text: "When this client is likely to pay, whatever the terms say." },
        { name: "Reminders", text: "A nudge at the right moment, in words you approved." },
        { name: "Profitability", text: "Which clients pay for your time, and which only fill it." },
      ],
    },
    {
      moment: { what: `${example.tax.day}: VAT, reports, records`, story: `${example.tax.due} of VAT is due` },
      claims: [
        { name: "VAT/GST", text: "The right rate on the right line." },
        { name: "One-click reports", text: "The figures your accountant asks for." },
        { name: "GDPR/CCPA tools", text: "Answer a request about personal data in minutes." },
        { name: "Audit trail", text: "Every change, with its date and author." },
        { name: "Automation", text: "Rules for whatever you do the same way twice." },
      ],
    },
  ] satisfies SpecificationCategory[],
};
