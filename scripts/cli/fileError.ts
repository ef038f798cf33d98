import { CliError } from "./errors.ts";
import { codeOf } from "../../server/errors/caught.ts";
import { isOverQuota } from "../../server/files/overQuota.ts";

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

/** Whether a write failed because the reader has gone. */
export const isClosedPipe = (error: unknown): boolean => codeOf(error) === "EPIPE";

/** Whether the operating system refused a call; a broken pipe only means that the reader has gone. */
export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && "syscall" in error && "code" in error && error.code !== "EPIPE";

const reasonOf = (error: NodeJS.ErrnoException): string =>
  isOverQuota(error) ? "the disk quota is used up" : (reasons[error.code ?? ""] ?? error.message);

/** Why a file, or stdout, could not be written, in one line; an error that is not the operating system's is returned unchanged. */
export function writeError(path: string, cause: unknown, hint?: string): unknown {
  if (!isSystemError(cause)) return cause;
  const reason = cause.code === "ENOENT" ? "its folder does not exist" : reasonOf(cause);
  return new CliError("failed", `${path} cannot be written: ${reason}.`, {
    cause,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Why a file, or stdin, could not be read, in one line; an error that is not the operating system's is returned unchanged. */
export const readError = (name: string, cause: unknown): unknown =>
  isSystemError(cause) ? new CliError("failed", `${name} cannot be read: ${reasonOf(cause)}.`, { cause }) : cause;
