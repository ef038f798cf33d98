import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client, DatabaseError } from "pg";
import { StackError } from "../errors/stackError.ts";
import { postgresBinaries } from "./binaries.ts";
import { postgresOwner } from "./owner.ts";

/** PostgreSQL's code for a password it does not know. */
const invalidPassword = "28P01";

/**
 * Whether the cluster knows this password.
 * @throws whatever else keeps a connection from coming about.
 */
export async function knowsPassword(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === invalidPassword) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Gives the superuser of a stopped cluster a new password, in PostgreSQL's single-user mode: whoever owns the folder
 * may. For a folder whose keys were lost.
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
