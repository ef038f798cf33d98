/** A reason a backup cannot be made, read or restored, said in one line a person can act on and without a row's content. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** The file is not what `backup` wrote. */
export const damaged = (what: string, cause?: unknown): BackupError =>
  new BackupError(`The backup is damaged, or is none: ${what}.`, { cause });
