import { language } from "./language.ts";

/** Whole euros as a person writes them: `€2,480`, `−€180`. */
const euros = (amount: number): string =>
  `${amount < 0 ? "−" : ""}€${Math.abs(amount).toLocaleString(language.locale)}`;

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
    vatName: "VAT 24 %",
    vat: euros(vat),
    total: euros(total),
    issued: "31 May",
    due: "30 June",
    reminded: "3 July",
    paid,
    paidNote: `Paid ${paid}`,
    /** From the day it was issued to the day it was paid. */
    days: 38,
  },
  parts: { percent: 30, deposit: euros(deposit), rest: euros(total - deposit) },
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
  /** What is in the bank, month by month, and what is expected there. */
  cash: {
    past: [
      ["Mar", euros(3_120)],
      ["Apr", euros(2_650)],
      ["May", euros(3_980)],
    ],
    today: ["Today", euros(4_310)],
    lowest: { day: "12 September", amount: euros(640) },
    reserve: euros(1_000),
    expected: ["Nov", euros(6_900)],
  },
  tax: { due: euros(1_344), day: "31 July" },
} as const;
