import { startSender } from "../../../server/mail/outbox/hosts.ts";
import { createOutbox } from "../../../server/mail/outbox/outbox.ts";
import { createSmtp } from "../../../server/mail/transports/smtp.ts";
import { createPostgresCalls } from "../../../server/store/postgres.ts";

// This is a sender in a separate process, to be killed. Its arguments are the database, the SMTP server and the
// secret.
const [databaseUrl = "", smtpUrl = "", secret = ""] = process.argv.slice(2);
startSender({
  outbox: createOutbox(createPostgresCalls(databaseUrl, { name: "test", connections: 3, timeout: 30_000 }).call),
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
