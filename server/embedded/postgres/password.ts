import { spawn } from "node:child_process";
import { once } from "node:events";
import { DatabaseError } from "pg";
import { withClient } from "../database/withClient.ts";
import { StackError } from "../errors/stackError.ts";
import { postgresBinaries } from "./binaries.ts";
import { postgresOwner } from "./owner.ts";

/** PostgreSQL's code for a wrong password. */
const invalidPassword = "28P01";

/**
 * Whether the cluster accepts this password.
 * @throws any other connection error.
 */
export async function knowsPassword(url: string): Promise<boolean> {
  try {
    return await withClient(url, async () => true);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === invalidPassword) return false;
    throw error;
  }
}

/**
 * Sets a new superuser password in a stopped cluster whose keys were lost, by PostgreSQL's single-user mode, which the folder's
 * owner may use.
 * @throws StackError
 */
export async function resetPassword(folder: string, password: string): Promise<void> {
  const [{ postgres }, owner] = await Promise.all([postgresBinaries(), postgresOwner()]);
  const child = spawn(postgres, ["--single", "-j", "-D", folder, "postgres"], {
    ...owner,
    cwd: folder,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(`alter role postgres password '${password.replaceAll("'", "''")}';\n\n`);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new StackError(`The database in ${folder} does not take the password in keys.json.`);
}
