import process from "node:process";
import { startSmtpServer } from "../../mail/support/smtpServer.ts";

// An SMTP server in a separate process, so that it takes no time from the sender; it keeps no mail.
const server = await startSmtpServer({
  onData: (stream, _session, done) => void stream.on("data", () => undefined).on("end", () => done()),
});
process.send?.(server.url.href);
