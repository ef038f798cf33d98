import { statfs } from "node:fs/promises";
import { codeOf } from "../../lib/caught.ts";
import { lostConnection, StackError } from "../errors/stackError.ts";

/**
 * Size of a segment of PostgreSQL's write-ahead log, in bytes. Without room for another one PostgreSQL exits,
 * and its clients do not learn why.
 */
const segment = 16 * 1024 * 1024;

/** Whether a failure was caused by a full disk, judged by the error and, if that is inconclusive, by the free space. */
export async function isDiskFull(folder: string, error: unknown): Promise<boolean> {
  let unexplained = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (codeOf(cause) === "ENOSPC" || cause.message.includes("No space left on device")) return true;
    unexplained ||= cause instanceof StackError || lostConnection(cause);
  }
  return unexplained && (await freeSpace(folder)) < segment;
}

/** Free space on a folder's disk, in bytes. */
export async function freeSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
