import { DatabaseError } from "pg";
import { BackupError } from "../../server/embedded/backup/backupError.ts";
import { lostConnection } from "../../server/embedded/errors/lostConnection.ts";
import { NoDatabaseError, StackError } from "../../server/embedded/errors/stackError.ts";
import { diskFull } from "../../server/store/sqlState.ts";
import { diskFullError } from "./calls.ts";
import { CliError, interruptedError } from "./errors.ts";
import { isSystemError } from "./fileError.ts";

/** Turns an error of a backup or restore into a CliError; any other error is returned unchanged. */
export function asCliError(error: unknown): unknown {
  if (error instanceof NoDatabaseError) return new CliError("configuration", error.message, { cause: error });
  if (error instanceof BackupError || error instanceof StackError)
    return new CliError("failed", error.message, { cause: error });
  if (error instanceof Error && lostConnection(error))
    return new CliError("unreachable", "The database has ended the connection.", {
      cause: error,
      hint: "Check whether it is running: npx prelaunch check",
    });
  return error;
}

/**
 * The CliError for a failure on a command's own connection to the database; an unknown error is returned unchanged. Never
 * contains `detail`, which quotes the row.
 * @param what the operation, such as `export`
 */
export function databaseError(error: unknown, what: string, signal: AbortSignal): unknown {
  if (signal.aborted) return interruptedError();
  if (error instanceof DatabaseError && error.code === diskFull) return diskFullError(error);
  if (error instanceof DatabaseError && !/^(?:08|57)/u.test(error.code ?? ""))
    return new CliError("failed", `The database refused the ${what} (${error.code}): ${error.message}`, {
      cause: error,
    });
  const known = asCliError(error);
  if (!isSystemError(known)) return known;
  return new CliError("unreachable", `The database cannot be reached: ${known.message}`, { cause: known });
}
