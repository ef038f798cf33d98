import { codeOf } from "../../lib/caught.ts";

/** Node's system calls before a request is sent. Afterwards, `read` and `write` fail with some of the same codes, such as ETIMEDOUT. */
const before = new Set<unknown>(["getaddrinfo", "connect"]);

/** Node's codes for a certificate that is not trusted (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const untrusted = /(?:^|_)CERT(?:_|$)|^UNABLE_TO_/u;

/**
 * What Node says of a connection that ended before it was encrypted, and of a proxy that refuses to make one; and Deno, in its version 2
 * and before, of any that failed.
 */
const noConnection =
  /before secure TLS connection was established|when HTTP Tunneling$|client error \(Connect\)|error trying to connect/u;

function says(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("syscall" in error && before.has(error.syscall)) return true;
  // Node's, of a name with several addresses, each of which may fail in its own way.
  if (error instanceof AggregateError) return error.errors.every(says);
  const code = codeOf(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT" || (typeof code === "string" && untrusted.test(code))) return true;
  return noConnection.test(error.message);
}

/** Whether a request that failed with this error of `fetch` may have reached its server. */
export const wasSent = (error: unknown): boolean =>
  !says(error) && !(error instanceof Error && error.cause !== undefined && !wasSent(error.cause));
