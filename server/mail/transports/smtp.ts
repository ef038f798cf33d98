import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { isLoopback } from "../../http/loopback.ts";
import { envelopeOf, mailBytes } from "./compose.ts";
import { isForAnotherConnection, smtpError } from "./smtpError.ts";
import { longestSend, type Transport } from "./transport.ts";

/** Time limits, in ms: to connect, for the greeting, and for any answer while a mail is transferred. */
export interface SmtpTimeouts {
  connection: number;
  greeting: number;
  socket: number;
}

const defaultTimeouts: SmtpTimeouts = { connection: 15_000, greeting: 15_000, socket: 60_000 };

/** How long an unused connection is kept, in ms: servers close them after minutes. */
const idleTimeout = 20_000;

/** Mails over one connection: some servers close it after a hundred. */
const maxMessages = 100;

/** Connections on which a mail is tried that none of them has begun, and the wait before the second of them, in ms; it doubles. */
const mostConnections = 3;
const betweenConnections = 50;

/** How long a mail that is being sent may still take after `close`, in ms: a server that stalls would keep the process for minutes. */
const defaultLastMoments = 5000;

/**
 * The transport to an SMTP server, over connections that are kept open. Mails and passwords leave this machine encrypted or not
 * at all; for a server on this machine the certificate is not checked.
 * @param address `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`
 */
export function createSmtp(
  address: URL,
  {
    connections = 5,
    timeouts = defaultTimeouts,
    lastMoments = defaultLastMoments,
  }: { connections?: number; timeouts?: SmtpTimeouts; lastMoments?: number } = {},
): Transport {
  const here = isLoopback(address.hostname);
  const secure = address.protocol === "smtps:";
  const port = Number(address.port) || (secure ? 465 : 587);
  const user = decodeURIComponent(address.username);
  const mailer = createTransport({
    pool: true,
    host: address.hostname.replaceAll(/^\[|\]$/gu, ""),
    port,
    secure,
    requireTLS: !secure && !here,
    tls: { rejectUnauthorized: !here },
    ...(user ? { auth: { user, pass: decodeURIComponent(address.password) } } : {}),
    maxConnections: connections,
    maxMessages,
    idleTimeout,
    // A requeued stream cannot be read again, as nodemailer has destroyed it.
    maxRequeues: 0,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
  });
  const ending = new AbortController();
  return {
    about: `SMTP, ${address.hostname}:${port}`,
    concurrency: connections,
    async send(mail, lastByte) {
      // Composed completely first: nodemailer would write it to the connection in many small pieces.
      const bytes = await mailBytes(mail);
      const signal = AbortSignal.any([AbortSignal.timeout(longestSend), ending.signal]);
      for (let connection = 1; ; connection++) {
        const held = lastByte && Readable.from(heldBack(bytes, lastByte), { objectMode: false });
        try {
          await mailer.sendMail({ envelope: envelopeOf(mail), raw: held ?? bytes, signal });
          return {};
        } catch (cause) {
          // nodemailer reads it only in a session: after a refused certificate (RFC 3207) it is still unread.
          if (!isForAnotherConnection(cause) || connection === mostConnections)
            throw smtpError(cause, held?.readableDidRead ?? true);
          await sleep(betweenConnections * 2 ** (connection - 1));
        }
      }
    },
    close: async () => {
      mailer.close();
      setTimeout(() => ending.abort(), lastMoments).unref();
    },
  };
}

/** A mail as a stream for nodemailer. The stream ends, which makes the server accept the mail, only after `wait`. */
async function* heldBack(mail: Buffer, wait: () => Promise<void>): AsyncGenerator<Buffer> {
  yield mail;
  await wait();
}
