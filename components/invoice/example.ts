import { locale } from "../../server/contract/brand.ts";

/** Whole euros as a person writes them: `€2,480`, `−€180`. */
const euros = (amount: number): string => `${amount < 0 ? "−" : ""}€${Math.abs(amount).toLocaleString(locale)}`;

/** What is in the bank on a day, or is expected to be. */
const balance = (when: string, amount: number) => ({ when, amount, shown: euros(amount) });

const hours = 26;
const net = 2_000;
const vat = 480;
const total = net + vat;
const deposit = 744;
const costs = 180;
const paid = "8 July";

/**
 * The one example of page and mails: an invoice, and what it is part of. Every picture takes its figures from here, and what
 * follows from another figure is worked out.
 */
export const example = {
  caption: "Example figures.",
  /** What the waterline of the hero shows. */
  bank: "In the bank, example figures",
  invoice: {
    title: "Invoice 014",
    client: "Studio Ober",
    work: `Design, ${hours} h`,
    net: euros(net),
    vatName: "VAT 24%",
    vat: euros(vat),
    total: euros(total),
    due: "30 June",
    reminded: "3 July",
    paid,
    paidNote: `Paid ${paid}`,
    /** From the day it was issued to the day it was paid. */
    days: 38,
  },
  parts: { percent: 30, deposit: euros(deposit), paid: euros(-deposit), rest: euros(total - deposit) },
  project: {
    hours: `${hours} h`,
    work: `${hours} hours of work`,
    /** Hours of each day of the project. */
    days: [4, 6, 3, 5, 8],
    costs: euros(-costs),
    left: euros(net - costs),
    anHour: euros((net - costs) / hours),
    clientThisYear: euros(7_300),
  },
  /** What is in the bank, month by month, and what is expected there: once less than the owner wants to keep. */
  cash: {
    past: [balance("Mar", 3_120), balance("Apr", 2_650), balance("May", 3_980)],
    today: balance("Today", 4_310),
    lowest: balance("12 Sep", 2_400),
    expected: balance("Nov", 5_470),
    reserve: balance("", 2_800),
  },
  tax: { due: euros(1_344), day: "31 July" },
} as const;
