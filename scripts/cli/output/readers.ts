import { stat } from "node:fs/promises";
import { say, type Speaker } from "../io.ts";

/** Rights of anybody but the owner (inode(7)). */
const others = 0o077;

/**
 * Warns when others can read a file that was made for its owner alone: exFAT, FAT and many mounts keep no permissions. Not on
 * Windows, where the mode says nothing about other users.
 */
export async function warnOfReaders(io: Speaker, file: string): Promise<void> {
  if (process.platform === "win32") return;
  const { mode } = await stat(file);
  if ((mode & others) === 0) return;
  say(io, `Warning: others on this machine can read ${file}, because its disk stores no file permissions.`);
}
