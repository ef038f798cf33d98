import { statfs } from "node:fs/promises";

/** A segment of PostgreSQL's log, in bytes: it ends where there is no room for another, and clients are not told why. */
const segment = 16 * 1024 * 1024;

/** Whether the disk had no room for a database in a folder, by what came of it and by what is left. */
export async function hasNoRoom(folder: string, error: unknown): Promise<boolean> {
  if (error instanceof Error && error.message.includes("No space left on device")) return true;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < segment;
}
