import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { StackError } from "../errors/stackError.ts";
import { postgresBinaries } from "./binaries.ts";

const run = promisify(execFile);

/**
 * PostgreSQL reads the files of its own major version only.
 * @throws StackError that says how to upgrade, where another one made the cluster in `folder`.
 */
export async function refuseOtherMajor(folder: string): Promise<void> {
  const { postgres } = await postgresBinaries();
  const made = (await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => "")).trim();
  const brought = /(\d+)\./u.exec((await run(postgres, ["--version"])).stdout)?.[1];
  if (!/^\d+$/u.test(made) || brought === undefined || made === brought) return;
  throw new StackError(
    `The database in ${folder} was made by PostgreSQL ${made}, this version brings PostgreSQL ${brought}. Back it up with the version that ran before, and restore that here: npx prelaunch restore FILE --replace (docs/backup.md)`,
  );
}
