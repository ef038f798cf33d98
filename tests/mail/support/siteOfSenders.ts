import type { MailSite } from "../../../server/mail/outbox/prepare.ts";
import { productUrl } from "../../support/product.ts";

/** The site that senders in processes of their own work for. */
export const siteOfSenders: MailSite = {
  from: { name: "Keelbook", address: "hello@keelbook.example" },
  siteUrl: "https://site.example",
  formsUrl: "https://site.example/functions/v1/forms",
  productUrl,
  unconfirmedDays: 30,
  signInToken: async () => ({ token: "t".repeat(40), tokenType: "magiclink" }),
};
