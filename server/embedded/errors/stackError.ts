/** A reason the embedded stack cannot start, said in one line a person can act on. */
export class StackError extends Error {
  override readonly name = "StackError";
}

/** There is no database where one was expected. */
export class NoDatabaseError extends StackError {}

/** PostgreSQL did not start for a reason that passes by itself; trying again is worth it. */
export class PassingError extends StackError {}

/** A failure of the machine (a full disk, a right that is missing) in one line; anything else stays what it is. */
export function explained(error: unknown): unknown {
  if (error instanceof StackError || !(error instanceof Error)) return error;
  const system = "syscall" in error && "code" in error;
  const database = "severity" in error;
  return system || database ? new StackError(`The stack cannot start: ${error.message}`, { cause: error }) : error;
}
