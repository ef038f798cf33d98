import { statfs } from "node:fs/promises";
import { lostConnection } from "../errors/lostConnection.ts";
import { StackError } from "../errors/stackError.ts";
import { codeOf } from "../../lib/caught.ts";
import { isOverQuota } from "../../files/overQuota.ts";

/** Size of a segment of PostgreSQL's write-ahead log, in bytes. Without room for another it exits, and does not tell clients why. */
const segment = 16 * 1024 * 1024;

/** Whether an error names a full disk, or a user's share of it that is used up, of which its free space says nothing. */
const saysSo = (error: Error): boolean =>
  // macOS writes "Disc".
  /No space left on device|Dis[ck] quota exceeded/u.test(error.message) ||
  codeOf(error) === "ENOSPC" ||
  isOverQuota(error);

/** Whether a failure was caused by a full disk, judged by the error and, if that does not tell, by the free space. */
export async function hasNoRoom(folder: string, error: unknown): Promise<boolean> {
  let unexplained = false;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (saysSo(cause)) return true;
    unexplained ||= cause instanceof StackError || lostConnection(cause);
  }
  return unexplained && lacksSegment(folder);
}

/** Whether a folder's disk lacks room for another segment of PostgreSQL's write-ahead log. */
export async function lacksSegment(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < segment;
}
