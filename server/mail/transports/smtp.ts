import { hostname } from "node:os";
import { createTransport } from "nodemailer";
import { isLoopback } from "../../lib/loopback.ts";
import { smtpFailure } from "../classify.ts";
import { envelopeOf, mailBytes } from "./compose.ts";
import { longestSend, type Transport } from "./transport.ts";

/** Time limits, in ms: to connect, for the greeting, for any answer, and for a whole mail. */
interface SmtpTimeouts {
  connection: number;
  greeting: number;
  answer: number;
  mail: number;
}

// The greeting may take this long: a server that looks up our name where no DNS answers greets after half a
// minute.
const defaultTimeouts: SmtpTimeouts = { connection: 60_000, greeting: 60_000, answer: 360_000, mail: longestSend };

/** How long an unused connection is kept, in ms: servers close them after minutes. */
const idleTimeout = 20_000;

/** How long a mail that is being sent may still take after `close`, in ms: a server that stalls would keep the process for minutes. */
const lastMoments = 5000;

/** Names of machines that no other network knows: without a domain, or with one of those for private use (RFC 6762, RFC 8375). */
const meansNothingElsewhere = /(?:^[^.]*|\.(?:local|localdomain|internal|lan|home\.arpa))$/iu;

/**
 * The transport to an SMTP server, over connections that are kept open. Mails and passwords leave this machine encrypted or not
 * at all; for a server on this machine the certificate is not checked.
 * @param address `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`
 * @param options `domain` is the sender's: the name by which a machine greets the server whose own name, like that of most containers,
 *   means nothing there. Some relays, such as Google's, refuse such a name. Of `connections`, Microsoft 365 allows three.
 */
export function createSmtp(
  address: URL,
  {
    connections = 3,
    timeouts = defaultTimeouts,
    domain,
  }: { connections?: number; timeouts?: SmtpTimeouts; domain?: string } = {},
): Transport {
  const here = isLoopback(address.hostname);
  const secure = address.protocol === "smtps:";
  // These ports are for mails that a program submits (RFC 6409, RFC 8314).
  const port = Number(address.port) || (secure ? 465 : 587);
  const user = decodeURIComponent(address.username);
  const mailer = createTransport({
    pool: true,
    ...(domain !== undefined && meansNothingElsewhere.test(hostname()) ? { name: domain } : {}),
    host: address.hostname.replaceAll(/^\[|\]$/gu, ""),
    port,
    secure,
    requireTLS: !secure && !here,
    tls: { rejectUnauthorized: !here },
    ...(user ? { auth: { user, pass: decodeURIComponent(address.password) } } : {}),
    maxConnections: connections,
    idleTimeout,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.answer,
  });
  const underWay = new Set<AbortController>();
  return {
    about: `SMTP, ${address.hostname}:${port}`,
    concurrency: connections,
    async send(mail) {
      // The mail is composed completely first: nodemailer would write it to the connection in many small
      // pieces.
      const raw = await mailBytes(mail);
      const giveUp = new AbortController();
      const limit = setTimeout(() => giveUp.abort(), timeouts.mail);
      underWay.add(giveUp);
      try {
        await mailer.sendMail({ envelope: envelopeOf(mail), raw, signal: giveUp.signal });
        return {};
      } catch (cause) {
        throw smtpFailure(cause);
      } finally {
        clearTimeout(limit);
        underWay.delete(giveUp);
      }
    },
    close: async () => {
      mailer.close();
      setTimeout(() => underWay.forEach((mail) => mail.abort()), lastMoments).unref();
    },
  };
}
