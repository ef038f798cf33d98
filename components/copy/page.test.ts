import { expect, it } from "vitest";
import { betaSteps, betaWords } from "./beta.ts";
import { formWords } from "./forms.ts";
import { pageWords } from "./page.ts";
import { signInWords } from "./signIn.ts";
import { specificationWords } from "./specifications.ts";
import { waitlistWords } from "./waitlist.ts";

/** The claimed features of requirements 1, each with how the specifications of the page name it. */
const claims: Record<string, RegExp> = {
  "dynamic templates": /dynamic templates/iu,
  "multi-currency": /multi-currency/iu,
  "crypto payments": /crypto payments/iu,
  "smart contracts for recurring invoices": /smart contracts.*recurring invoices/iu,
  "partial payments": /partial payments/iu,
  "pay-now links": /pay-now links/iu,
  "time tracking": /time tracking/iu,
  "expense tracking": /expense tracking/iu,
  "profit margins": /profit margins/iu,
  "client management": /client management/iu,
  "project management": /project management/iu,
  "client portal": /client portal/iu,
  "cash-flow forecast": /cash-flow forecast/iu,
  profitability: /profitability/iu,
  "payment-term prediction": /payment-term prediction/iu,
  reminders: /reminders/iu,
  "VAT/GST": /VAT\/GST/u,
  "one-click reports": /one-click reports/iu,
  "GDPR/CCPA tools": /GDPR\/CCPA tools/u,
  "audit trail": /audit trail/iu,
  automation: /automation/iu,
};

const entries = specificationWords.categories.flatMap(({ claims: features }) =>
  features.map(({ name, text }) => `${name}: ${text}`),
);

it.each(Object.entries(claims))("claims %s once", (_claim, named) => {
  expect(entries.filter((entry) => named.test(entry))).toHaveLength(1);
});

it("claims nothing that the specification does not", () => {
  expect(entries).toHaveLength(Object.keys(claims).length);
  expect(specificationWords.categories).toHaveLength(5);
});

it("has a card for each feature of requirements 2, item 4, by its name there", () => {
  expect(pageWords.features.cards.map(({ title }) => title)).toEqual([
    "Smart Invoicing",
    "Time & Expense Tracking",
    "Client Management",
    "AI-Powered Analytics",
    "Tax & Compliance",
    "Automation",
  ]);
});

it("puts no mark after somebody's address, which would begin the next line alone", () => {
  const { sent, link } = signInWords;
  const done = [betaWords.done.text("ada@"), waitlistWords.done.text("ada@")];
  const texts = [formWords.didYouMean("ada@"), sent.text("ada@"), sent.signedUp("ada@"), link.change("ada@").text];
  expect([...texts, ...done].filter((text) => text.includes("ada@"))).toHaveLength(6);
  for (const text of [...texts, ...done]) expect(text).not.toMatch(/ada@\p{P}/u);
});

it("promises the reply to an application that the specification promises", () => {
  expect(betaSteps.map(({ text }) => text).join(" ")).toContain("within 48 hours");
});
