import { StackError } from "../errors/stackError.ts";
import { shortPath } from "../lock/shortPath.ts";
import { localAddress } from "../postgres/address.ts";
import { readPidFile } from "../postgres/pidFile.ts";
import { clusterFolder } from "./open.ts";

/**
 * Connection string of a running stack's database, as superuser, until `release`. The number of its socket is read from PostgreSQL's
 * pid file, as a stack that was started by an earlier version has another.
 * @throws StackError if the database is not running.
 */
export async function runningUrl(
  folder: string,
  password: string,
): Promise<{ url: string; release: () => Promise<void> }> {
  const cluster = clusterFolder(folder);
  const number = (await readPidFile(cluster))?.socketNumber ?? 0;
  if (!Number.isInteger(number) || number <= 0)
    throw new StackError(
      `The database of ${folder} is not running: its stack or it alone has just stopped. Run the command again.`,
    );
  const { path, release } = await shortPath(cluster);
  return { url: localAddress(path, number, password, "postgres"), release };
}
