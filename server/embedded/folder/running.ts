import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { StackError } from "../errors/stackError.ts";
import { localAddress } from "../postgres/address.ts";
import { clusterFolder } from "./open.ts";

/**
 * Connection string of a running stack's database, as superuser. The port is read from PostgreSQL's pid file.
 * @throws StackError if the database is not running.
 */
export async function runningUrl(folder: string, password: string): Promise<string> {
  const text = await readFile(join(clusterFolder(folder), "postmaster.pid"), "utf8").catch(() => "");
  const port = Number(text.split("\n")[3]);
  if (!Number.isInteger(port) || port <= 0)
    throw new StackError(
      `The database of ${folder} is not running: its stack or it alone has just stopped. Run the command again.`,
    );
  return localAddress(port, password, "postgres");
}
