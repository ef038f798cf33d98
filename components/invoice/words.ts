import { example } from "./example.ts";

const { invoice, parts, project, cash, tax } = example;

/** What stands in the pictures of the feature cards, above and below the waterline. */
export const pictureWords = {
  invoicing: {
    title: invoice.title,
    client: invoice.client,
    total: `${invoice.total}.00`,
    action: "Pay now",
    paid: `Deposit paid ${parts.deposit}`,
    rest: `${parts.rest} to come`,
  },
  time: {
    work: [project.hours, invoice.net],
    costs: ["Fonts, hosting", project.costs],
    margin: [`You keep ${project.left}`, `${project.anHour} an hour`],
  },
  clients: {
    who: `${invoice.client} sees`,
    done: ["Website", "3 of 4 done"],
    pays: ["Usually pays in", `${invoice.days} days`],
    year: ["This year", project.clientThisYear],
  },
  analytics: {
    reserve: `below your ${cash.reserve.shown} reserve`,
  },
  tax: {
    sum: [
      [invoice.work, `${invoice.net}.00`],
      [invoice.vatName, `${invoice.vat}.00`],
    ],
    total: `${invoice.total}.00`,
    due: ["VAT you owe", tax.due],
    day: ["Due", tax.day],
  },
  automation: {
    invoice: invoice.title,
    moments: [
      [invoice.due, "due"],
      [invoice.reminded, "reminder"],
      [invoice.paid, "paid, thanks"],
    ],
    rule: "3 days late? Send my reminder.",
  },
} as const;

/** Pictures of the feature cards, by the feature. */
export type PictureName = keyof typeof pictureWords;
