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
    // A mail that nodemailer requeues fails with what the first server said, however the second answers.
    maxRequeues: 0,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
  });
  // Not AbortSignal.any: on Node 20 each keeps some memory as long as a signal it is made of, and its timeout may never fire.
  const underWay = new Set<AbortController>();
  // By the signal of a send, since a plugin is given only its options.
  const begins = new WeakMap<AbortSignal, (whole: Readable) => Readable>();
  mailer.use("stream", ({ data, message }, done) => {
    const begin = data.signal && begins.get(data.signal);
    if (begin) message?.processFunc(begin);
    done();
  });
  return {
    about: `SMTP, ${address.hostname}:${port}`,
    concurrency: connections,
    async send(mail, lastByte) {
      // Composed completely first: nodemailer would write it to the connection in many small pieces.
      const raw = await mailBytes(mail);
      const giveUp = new AbortController();
      const { signal } = giveUp;
      const limit = setTimeout(() => giveUp.abort(), longestSend);
      underWay.add(giveUp);
      let begun = false;
      begins.set(signal, (whole) => {
        begun = true;
        return lastByte ? Readable.from(heldBack(whole, lastByte), { objectMode: false }) : whole;
      });
      try {
        for (let connection = 1; ; connection++) {
          try {
            await mailer.sendMail({ envelope: envelopeOf(mail), raw, signal });
            return {};
          } catch (cause) {
            // It begins only in a session, not after a refused certificate (RFC 3207).
            if (!isForAnotherConnection(cause) || connection === mostConnections) throw smtpError(cause, begun);
            await sleep(betweenConnections * 2 ** (connection - 1));
          }
        }
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

/** A mail that is passed on when the server wants it (354). Its end, which makes the server accept it, comes only after `wait`. */
async function* heldBack(mail: Readable, wait: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* mail;
  await wait();
}
