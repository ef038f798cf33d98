import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client, DatabaseError } from "pg";
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
  // No options, instead of those that PGOPTIONS has for another database.
  const client = new Client({ connectionString: url, options: " " });
  // A server that ends between the answer and `end` would otherwise end this process too.
  client.on("error", () => undefined);
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
