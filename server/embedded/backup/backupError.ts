/** Why a backup cannot be made, read or restored, in one line that a person can act on, without the content of rows. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** The file differs from what `backup` wrote. */
export const damaged = (what: string, cause?: unknown): BackupError =>
  new BackupError(`The backup is damaged, or is none: ${what}.`, { cause });
