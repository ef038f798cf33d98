/** Exit codes, as `--help` documents them. 130 is 128 + SIGINT, what shells expect of an interrupted program. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, configuration: 3, unreachable: 4, interrupted: 130 } as const;

/** Why a command ended without doing what was asked. */
export type ErrorCode = Exclude<keyof typeof exitCodes, "ok">;

/** An expected failure of a command: one line for a person, and a code that becomes the exit code. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: ErrorCode;
  /** What to do about it. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** The end of a command that Ctrl-C or a termination request stopped. */
export const interruptedError = (hint?: string) =>
  new CliError("interrupted", "Interrupted.", hint === undefined ? {} : { hint });

/**
 * Throws an error again with a line below its message, about what the exit code does not tell: what was done all the same, or that
 * the output is incomplete. Errors that are not expected stay as they are.
 */
export const failAdding =
  (line: string) =>
  (error: unknown): never => {
    if (!(error instanceof CliError)) throw error;
    const { code, message, hint, cause } = error;
    throw new CliError(code, `${message}\n${line}`, { cause, ...(hint === undefined ? {} : { hint }) });
  };
