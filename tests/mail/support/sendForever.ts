import { createPostgresOutbox } from "../../../server/mail/outbox/postgres.ts";
import { startSender } from "../../../server/mail/outbox/sender.ts";
import { createSmtp } from "../../../server/mail/transports/smtp.ts";

// A sender in a separate process, to be killed. Its arguments: the database, the SMTP server and the secret.
const [databaseUrl = "", smtpUrl = "", secret = ""] = process.argv.slice(2);
startSender({
  outbox: createPostgresOutbox(databaseUrl),
  transport: createSmtp(new URL(smtpUrl)),
  site: {
    from: { name: "Keelbook", address: "hello@keelbook.example" },
    siteUrl: "https://site.example",
    formsUrl: "https://site.example/functions/v1/forms",
    unconfirmedDays: 30,
    signInToken: async () => ({ token: "t".repeat(40), tokenType: "magiclink" }),
  },
  secret,
  perSecond: 1000,
  interval: 100,
});
