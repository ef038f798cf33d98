import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMissing } from "../../lib/caught.ts";

/** The file in which PostgreSQL says of a folder's server what other processes need. */
export const pidFileIn = (folder: string): string => join(folder, "postmaster.pid");

/** What the pid file says, by the lines of `pidfile.h` in PostgreSQL's source; a number that it lacks is 0 or NaN. */
export interface PidFile {
  pid: number;
  /** The number in the name of its socket. */
  socketNumber: number;
  /** Whether the server accepts connections. */
  isReady: boolean;
}

/** Reads the pid file of a folder, which may be damaged; undefined where there is none. */
export async function readPidFile(folder: string): Promise<PidFile | undefined> {
  const text = await readFile(pidFileIn(folder), "utf8").catch((error: unknown) => (isMissing(error) ? undefined : ""));
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  return { pid: Number(lines[0]), socketNumber: Number(lines[3]), isReady: lines[7]?.trim() === "ready" };
}
