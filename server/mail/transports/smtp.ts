import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { envelopeOf, mailBytes } from "./compose.ts";
import { createPool, portOf } from "./smtpPool.ts";
import { answerBefore, isForAnotherConnection, smtpError } from "./smtpError.ts";
import { longestAnswer, longestTransfer, type Transport } from "./transport.ts";

/**
 * Time limits, in ms: to connect, for the greeting, which is part of that, for a mail up to its last byte, and for any answer. A server
 * that looks up our name where no DNS answers greets after half a minute. The answer to a whole mail takes minutes where a filter reads it
 * first, and who does not wait for it sends the mail again (docs/decisions/0120).
 */
export interface SmtpTimeouts {
  connection: number;
  greeting: number;
  transfer: number;
  answer: number;
}

const defaultTimeouts: SmtpTimeouts = {
  connection: 60_000,
  greeting: 60_000,
  transfer: longestTransfer,
  answer: longestAnswer,
};

/** Connections on which a mail is tried that none of them has begun, and the wait before the second of them, in ms; it doubles. */
const mostConnections = 3;
const betweenConnections = 50;

/** How long a mail that is being sent may still take after `close`, in ms: a server that stalls would keep the process for minutes. */
const defaultLastMoments = 5000;

/**
 * The transport to an SMTP server, over connections that are kept open. Mails and passwords leave this machine encrypted or not
 * at all; for a server on this machine the certificate is not checked.
 * @param address `smtp://user:password@host:587` (STARTTLS) or `smtps://user:password@host:465`
 * @param options `domain` is the sender's: the name by which a machine greets the server whose own name, like that of most containers,
 *   means nothing there. Some relays, such as Google's, refuse such a name, and the `[127.0.0.1]` in place of one without a domain.
 */
export function createSmtp(
  address: URL,
  {
    connections = 5,
    timeouts = defaultTimeouts,
    lastMoments = defaultLastMoments,
    domain,
  }: { connections?: number; timeouts?: SmtpTimeouts; lastMoments?: number; domain?: string } = {},
): Transport {
  const mailer = createPool(address, { connections, timeouts, domain });
  // Not AbortSignal.any: on Node 20 each keeps some memory as long as a signal it is made of, and its timeout may never fire.
  const underWay = new Set<AbortController>();
  // By the signal of a send, since a plugin is given only its options.
  const begins = new WeakMap<AbortSignal, (whole: Readable, envelope: unknown) => Readable>();
  mailer.use("stream", ({ data, message }, done) => {
    const begin = data.signal && begins.get(data.signal);
    if (begin) message?.processFunc((whole) => begin(whole, message.getEnvelope()));
    done();
  });
  return {
    about: `SMTP, ${address.hostname}:${portOf(address)}`,
    concurrency: connections,
    async send(mail, lastByte) {
      // Composed completely first: nodemailer would write it to the connection in many small pieces.
      const raw = await mailBytes(mail);
      const giveUp = new AbortController();
      const { signal } = giveUp;
      let late: Error | undefined;
      const expire = (): void => {
        late = Object.assign(new Error("Timeout"), { code: "ETIMEDOUT" });
        giveUp.abort();
      };
      let limit = setTimeout(expire, timeouts.transfer);
      underWay.add(giveUp);
      let begun = false;
      let envelope: unknown;
      const complete = async (): Promise<void> => {
        await lastByte?.();
        clearTimeout(limit);
        limit = setTimeout(expire, timeouts.answer);
      };
      begins.set(signal, (whole, used) => {
        begun = true;
        envelope = used;
        return Readable.from(heldBack(whole, complete), { objectMode: false });
      });
      const attempt = async (): Promise<void> => {
        // On another connection, a refused session is no answer to what the one before had begun.
        begun = false;
        envelope = undefined;
        await mailer.sendMail({ envelope: envelopeOf(mail), raw, signal }).catch((cause: unknown) => {
          throw answerBefore(late ?? cause, envelope);
        });
      };
      try {
        await onAnyConnection(attempt);
        return {};
      } catch (cause) {
        // It begins only in a session, not after a refused certificate (RFC 3207).
        throw smtpError(cause, begun);
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

/** Sends a mail, again where the connection that it was given to was closed before. @throws nodemailer's last error. */
async function onAnyConnection(send: () => Promise<unknown>): Promise<void> {
  for (let connection = 1; ; connection++) {
    try {
      return void (await send());
    } catch (cause) {
      if (!isForAnotherConnection(cause) || connection === mostConnections) throw cause;
    }
    await sleep(betweenConnections * 2 ** (connection - 1));
  }
}

/** A mail that is passed on when the server wants it (354). Its end, which makes the server accept it, comes only after `wait`. */
async function* heldBack(mail: Readable, wait: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* mail;
  await wait();
}
