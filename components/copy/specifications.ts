import { brand } from "../../server/contract/brand.ts";
import { example } from "../invoice/example.ts";

const { invoice } = example;

/**
 * One of the five categories of product specifications: what the finished product will do, claim by claim (requirements 2, item 5).
 * Its `moment` is when in the life of an invoice it is wanted, without a date: nothing here may be taken for one of a release.
 */
interface SpecificationCategory {
  name: string;
  moment: string;
  claims: readonly { name: string; text: string }[];
}

/** The words of the specifications. They speak of the future, as nothing is released yet. */
export const specificationWords = {
  title: `What ${brand} will do`,
  text: "All planned, none out yet. Beta users help decide what comes first.",
  categories: [
    {
      name: "Clients and projects",
      moment: `${invoice.client} says yes`,
      claims: [
        { name: "Client management", text: "Details, terms and history in one record." },
        { name: "Project management", text: "Scope, budget and progress beside the invoice." },
        { name: "Client portal", text: "Where a client follows the work and pays for it." },
      ],
    },
    {
      name: "Hours and costs",
      moment: example.project.work,
      claims: [
        { name: "Time tracking", text: "By timer or afterwards, billable or not." },
        { name: "Expense tracking", text: "Every cost on the project that caused it." },
        { name: "Profit margins", text: "What a project leaves you." },
      ],
    },
    {
      name: "Invoices and payments",
      moment: `${invoice.title} goes out`,
      claims: [
        { name: "Dynamic templates", text: "Layouts that adapt to client and brand." },
        { name: "Multi-currency", text: "Bill in their currency, keep your books in yours." },
        { name: "Crypto payments", text: "Optional: you decide whether to offer them." },
        { name: "Smart contracts", text: "Recurring invoices, paid on agreed terms." },
        { name: "Partial payments", text: "Deposits and instalments on one invoice." },
        { name: "Pay-now links", text: "One tap from reading to paying." },
      ],
    },
    {
      name: "Forecast and reminders",
      moment: "Due, and not paid yet",
      claims: [
        {
          name: "Cash-flow forecast",
          text: "Your balance in the months ahead.",
        },
        { name: "Payment-term prediction", text: "When a client will pay, whatever the terms." },
        { name: "Reminders", text: "At the right moment, in words you approved." },
        { name: "Profitability", text: "Which clients pay for your time." },
      ],
    },
    {
      name: "Tax and records",
      moment: `${example.tax.due} of VAT is due`,
      claims: [
        { name: "VAT/GST", text: "The right rate on the right line." },
        { name: "One-click reports", text: "The figures your accountant asks for." },
        { name: "GDPR/CCPA tools", text: "Answer requests about personal data." },
        { name: "Audit trail", text: "Every change, with date and author." },
        { name: "Automation", text: "Rules for whatever you do twice." },
      ],
    },
  ] satisfies SpecificationCategory[],
};
