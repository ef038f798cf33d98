/** Why the embedded stack cannot start, in one line that a person can act on. */
export class StackError extends Error {
  override readonly name = "StackError";
}

/** The settings of a command differ from those that this stack needs. */
export class WrongSetupError extends StackError {}

/** There is no database where one was expected. */
export class NoDatabaseError extends WrongSetupError {}

/** PostgreSQL did not start for a temporary reason, so another attempt is worthwhile. */
export class PassingError extends StackError {}

/** Turns a failure of the machine (full disk, missing permission) into a StackError; returns other errors unchanged. */
export function explained(error: unknown): unknown {
  if (error instanceof StackError || !(error instanceof Error)) return error;
  const system = "syscall" in error && "code" in error;
  const database = "severity" in error;
  return system || database ? new StackError(`The stack cannot start: ${error.message}`, { cause: error }) : error;
}

/** Whether the database ended a connection: PostgreSQL's classes 08 and 57P (shut down, crashed), and the driver's own errors. */
export const lostConnection = (error: Error): boolean =>
  ("code" in error && /^(?:08|57P)|^(?:ECONNRESET|EPIPE)$/u.test(String(error.code))) ||
  /^Connection terminated|^Client has encountered/u.test(error.message);
