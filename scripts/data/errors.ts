import { tmpdir, userInfo } from "node:os";
import { codeOf } from "../../server/lib/caught.ts";

/** Exit codes, as `--help` documents them. 130 is 128 + SIGINT, which shells expect of an interrupted program. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, configuration: 3, unreachable: 4, interrupted: 130 } as const;

/** The reason why a command did not do what was asked. */
export type ErrorCode = Exclude<keyof typeof exitCodes, "ok">;

/** An expected failure of a command: one line for a person, and a code that becomes the exit code. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: ErrorCode;
  /** What the operator can do about it. */
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

/** The error of a command that Ctrl-C or a termination request stopped. */
export const interruptedError = (hint?: string) =>
  new CliError("interrupted", "Interrupted.", hint === undefined ? {} : { hint });

/**
 * Throws an error again with a line below its message that the exit code cannot say: what was done all the
 * same, or that the output is incomplete. Unexpected errors stay as they are.
 */
export const rethrowWithLine =
  (line: string) =>
  (error: unknown): never => {
    if (!(error instanceof CliError)) throw error;
    const { code, message, hint, cause } = error;
    throw new CliError(code, `${message}\n${line}`, { cause, ...(hint === undefined ? {} : { hint }) });
  };

// errno names (POSIX.1-2024 <errno.h>) that an operator can do something about.
const reasons: Record<string, string> = {
  EACCES: "permission denied",
  EFBIG: "it exceeds the largest file size allowed here",
  EIO: "the disk reports an error",
  EISDIR: "it is a folder",
  ELOOP: "it is a symlink that leads to itself",
  ENAMETOOLONG: "its name is too long",
  ENOENT: "there is no such file",
  ENOSPC: "the disk is full",
  ENOTDIR: "its folder is a file",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
};

/** Whether a write failed because the reader has closed the pipe. */
export const isClosedPipe = (error: unknown): boolean => codeOf(error) === "EPIPE";

/**
 * Whether the operating system refused a call. A broken pipe does not count: it only means that the reader has
 * closed it.
 */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "code" in error && error.code !== "EPIPE";

const reasonOf = (error: NodeJS.ErrnoException): string => reasons[error.code ?? ""] ?? error.message;

const refusals: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS"]);

/** The user of this machine; empty in a container that runs as a user without a name. */
export function userOfMachine(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}

/**
 * Why a file or stdout could not be written, in one line. Errors of anything but the operating system are
 * returned unchanged.
 */
export function writeError(path: string, cause: unknown): unknown {
  if (!isSystemError(cause)) return cause;
  const reason = cause.code === "ENOENT" ? "its folder does not exist" : reasonOf(cause);
  // A service's user may not write to the program's folder, from which its commands are run.
  const where = `Write it where ${userOfMachine()} may: in another folder, such as ${tmpdir()}, or to stdout with - as its name.`;
  return new CliError("failed", `${path} cannot be written: ${reason}.`, {
    cause,
    ...(refusals.has(cause.code ?? "") && { hint: where }),
  });
}

/**
 * Why a file or stdin could not be read, in one line. Errors of anything but the operating system are returned
 * unchanged.
 */
export const readError = (name: string, cause: unknown): unknown =>
  isSystemError(cause) ? new CliError("failed", `${name} cannot be read: ${reasonOf(cause)}.`, { cause }) : cause;
