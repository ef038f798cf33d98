/** Why a backup cannot be made, read or restored, in one line that a person can act on, without the content of rows. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** The file differs from what `backup` wrote. */
export const damaged = (what: string, cause?: unknown): BackupError =>
  new BackupError(`The backup is damaged, or is none: ${what}.`, { cause });

/**
 * For an error by which a backup seems to be of another version, which damage can cause, too: reads the rest of its entries, at
 * whose end its checksum is.
 * @throws BackupError if it is damaged, and otherwise the error.
 */
export const unlessDamaged =
  (entries: AsyncIterator<unknown>) =>
  async (error: unknown): Promise<never> => {
    while (!(await entries.next()).done);
    throw error;
  };
