import { statfs } from "node:fs/promises";
import { lostConnection } from "../errors/lostConnection.ts";
import { StackError } from "../errors/stackError.ts";

/** A segment of PostgreSQL's log, in bytes: it ends where there is no room for another, and clients are not told why. */
const segment = 16 * 1024 * 1024;

const saysSo = (error: Error): boolean =>
  error.message.includes("No space left on device") || ("code" in error && error.code === "ENOSPC");

/** Whether the disk had no room for a database in a folder, by what came of it, and by what is left where that tells nothing. */
export async function hasNoRoom(folder: string, error: unknown): Promise<boolean> {
  let unexplained = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (saysSo(cause)) return true;
    unexplained ||= cause instanceof StackError || lostConnection(cause);
  }
  return unexplained && lacksSegment(folder);
}

/** Whether the disk of a folder has no room for another segment of PostgreSQL's log. */
export async function lacksSegment(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < segment;
}
