import { startSender } from "../../../server/mail/outbox/hosts.ts";
import { createOutbox } from "../../../server/mail/outbox/outbox.ts";
import { createResend } from "../../../server/mail/transports/resend.ts";
import { createSmtp } from "../../../server/mail/transports/smtp.ts";
import { createPostgresCalls } from "../../../server/store/postgres.ts";
import { siteOfSenders } from "./siteOfSenders.ts";

// This is a sender in a separate process, to be killed. Its arguments are the database, the SMTP server or the
// stand-in of Resend, which gets batches, and the secret.
const [databaseUrl = "", server = "", secret = ""] = process.argv.slice(2);
const url = new URL(server);
startSender({
  outbox: createOutbox(createPostgresCalls(databaseUrl, { name: "test", connections: 3, timeout: 30_000 }).call),
  transport: url.protocol === "http:" ? createResend("re_key", { api: url.origin }) : createSmtp(url),
  site: siteOfSenders,
  secret,
  inBatches: true,
  perSecond: 1000,
  interval: 100,
});
