import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { escapeLiteral } from "pg";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { type EmbeddedKeys, readKeys } from "../../server/embedded/folder/keys.ts";
import { startStack } from "../../server/embedded/stack/stack.ts";

const run = promisify(execFile);

/**
 * Copies a data folder, or its cluster, while nothing serves it. `to` must not exist. Owners are kept, because
 * PostgreSQL checks them.
 */
export const copyFolder = async (from: string, to: string): Promise<void> => void (await run("cp", ["-a", from, to]));

/**
 * Stores the passwords of roles again with one round of SCRAM instead of 4,096. Every connection computes these rounds, which
 * takes a millisecond of processor time; tests make thousands of connections. `url` is a superuser's.
 */
export const storeWithFewRounds = (url: string, roles: readonly string[], password: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query("set scram_iterations = 1");
    for (const role of roles) await client.query(`alter role ${role} password ${escapeLiteral(password)}`);
  });

/**
 * A data folder in which a stack was started once and stopped, to be copied: the one that `npm test` names for all runners in
 * PREPARED_FOLDER, which the first makes, or one in `parent`. Returns its path and its keys.
 */
export async function makePreparedFolder(parent: string): Promise<{ prepared: string; keys: EmbeddedKeys }> {
  const prepared = process.env["PREPARED_FOLDER"] ?? join(parent, "prepared");
  if (existsSync(prepared)) return { prepared, keys: await readKeys(prepared) };
  const unfinished = `${prepared}-unfinished`;
  const { databaseUrl, keys, stop } = await startStack({ dataFolder: unfinished, port: 0 });
  await storeWithFewRounds(databaseUrl, ["postgres"], keys.postgresPassword).finally(stop);
  await rename(unfinished, prepared);
  return { prepared, keys };
}
