import { hostname } from "node:os";
import { createTransport } from "nodemailer";
import { isLoopback } from "../../lib/loopback.ts";

/** How long an unused connection is kept, in ms: servers close them after minutes. */
const idleTimeout = 20_000;

/** Mails over one connection: some servers close it after a hundred. */
const maxMessages = 100;

/** Names of machines that no other network knows: without a domain, or with one of those for private use (RFC 6762, RFC 8375). */
const meansNothingElsewhere = /(?:^[^.]*|\.(?:local|localdomain|internal|lan|home\.arpa))$/iu;

/** Whether a connection is encrypted from its first byte, rather than by STARTTLS. */
const isSecure = ({ protocol }: URL): boolean => protocol === "smtps:";

/** The port of a server; by default the one for mails that a program submits (RFC 6409, RFC 8314). */
export const portOf = (address: URL): number => Number(address.port) || (isSecure(address) ? 465 : 587);

/** Options of the connections to a server. */
export interface PoolOptions {
  /** Most at a time. */
  connections: number;
  /** In ms: to connect, for the greeting, and for any answer. */
  timeouts: { connection: number; greeting: number; answer: number };
  /** Name for a greeting where that of this machine means nothing. */
  domain: string | undefined;
}

/** nodemailer's transport to a server, with connections that are kept open. Connects only for the first mail. */
export function createPool(address: URL, { connections, timeouts, domain }: PoolOptions) {
  const here = isLoopback(address.hostname);
  const secure = isSecure(address);
  const user = decodeURIComponent(address.username);
  return createTransport({
    pool: true,
    ...(domain !== undefined && meansNothingElsewhere.test(hostname()) ? { name: domain } : {}),
    host: address.hostname.replaceAll(/^\[|\]$/gu, ""),
    port: portOf(address),
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
    socketTimeout: timeouts.answer,
  });
}
