/** Whether the database ended a connection: PostgreSQL's classes 08 and 57P (shut down, crashed), and the driver's own errors. */
export const lostConnection = (error: Error): boolean =>
  ("code" in error && /^(?:08|57P)|^(?:ECONNRESET|EPIPE)$/u.test(String(error.code))) ||
  /^Connection terminated|^Client has encountered/u.test(error.message);
