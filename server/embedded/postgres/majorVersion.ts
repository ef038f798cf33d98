import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StackError } from "../errors/stackError.ts";
import { postgresPrograms } from "./programs.ts";

const run = promisify(execFile);

/** Major versions of a cluster and of our PostgreSQL, if they differ: one cannot read the files of the other. */
export async function otherMajor(folder: string): Promise<{ made: string; brought: string } | undefined> {
  const { postgres } = await postgresPrograms();
  const made = (await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => "")).trim();
  const brought = /(\d+)\./u.exec((await run(postgres, ["--version"])).stdout)?.[1];
  return !/^\d+$/u.test(made) || brought === undefined || made === brought ? undefined : { made, brought };
}

/**
 * Refuses a cluster of another major version, as PostgreSQL only reads the files of its own.
 * @throws StackError that says how to upgrade.
 */
export async function refuseOtherMajor(folder: string): Promise<void> {
  const other = await otherMajor(folder);
  if (!other) return;
  throw new StackError(
    `The database in ${folder} was made by PostgreSQL ${other.made}, this version brings PostgreSQL ${other.brought}. Back it up with the version that ran before, and restore that here: npx prelaunch restore FILE --replace (docs/backup.md)`,
  );
}
