import { codeOf } from "./caught.ts";

/** Codes of Node and its `fetch` for a request that was not sent. */
const unsent = new Set<unknown>([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Node's codes for a certificate that is not trusted (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const untrusted = /(?:^|_)CERT(?:_|$)|^UNABLE_TO_/u;

/** What Deno's `fetch` says instead, in its version 2 and before. */
const noConnection = /client error \(Connect\)|error trying to connect/u;

const says = (error: unknown): boolean => {
  const code = codeOf(error);
  if (unsent.has(code) || (typeof code === "string" && untrusted.test(code))) return true;
  return error instanceof Error && noConnection.test(error.message);
};

/** Whether a request that failed with this error of `fetch` may have reached its server. */
export const wasSent = (error: unknown): boolean => !says(error) && !(error instanceof Error && says(error.cause));
