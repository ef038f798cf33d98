import { chown, mkdir, readdir, readFile, rename, rm, rmdir, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { EmbeddedKeys } from "../folder/keys.ts";
import { BackupError } from "./backupError.ts";
import { startCluster } from "../postgres/cluster.ts";
import { stopLeftovers } from "../postgres/leftovers.ts";
import { postgresOwner } from "../postgres/owner.ts";

/** What a database consists of in a data folder. */
const parts = ["postgres", "keys.json"] as const;

/** A whole, checked database that only has to take its place. */
const whole = "restored";

/** A database that is being restored, by the process in its name. */
const unfinished = /^restoring-\d+$/u;

/** Says in such a folder that nobody but a restore made it. */
const marker = "made-by-restore";
const markerFile = v.object({
  /** Where the database goes whose place is taken. */
  aside: v.pipe(v.string(), v.regex(/^replaced-[\dTZ-]+$/u)),
});

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return false;
      throw error;
    },
  );

/** Whether a data folder has a database, or one that only has to take its place. */
export const hasDatabase = async (dataFolder: string): Promise<boolean> =>
  (await exists(join(dataFolder, "postgres"))) || exists(join(dataFolder, whole));

/**
 * Puts a restored database in its place, the one before it aside in `replaced-<time>`. Does nothing where none waits,
 * and continues where an earlier call was killed: every step moves one thing that is whole to a place that is free.
 * The caller holds the lock of the folder.
 */
export async function finishRestore(dataFolder: string): Promise<void> {
  const from = join(dataFolder, whole);
  if (!(await exists(from))) return;
  const { aside } = v.parse(markerFile, JSON.parse(await readFile(join(from, marker), "utf8")));
  for (const part of parts) {
    if (!(await exists(join(from, part)))) continue;
    if (await exists(join(dataFolder, part))) {
      await mkdir(join(dataFolder, aside), { recursive: true, mode: 0o700 });
      await rename(join(dataFolder, part), join(dataFolder, aside, part));
    }
    await rename(join(from, part), join(dataFolder, part));
  }
  await rm(join(from, marker));
  await rmdir(from);
}

/** Stops and removes what restores that were killed have left: half-loaded rows of people, of use to nobody. */
async function removeUnfinished(dataFolder: string): Promise<void> {
  for (const name of await readdir(dataFolder)) {
    const folder = join(dataFolder, name);
    if (!unfinished.test(name) || !(await exists(join(folder, marker)))) continue;
    await stopLeftovers(join(folder, "postgres"));
    await rm(folder, { recursive: true });
  }
}

/**
 * Makes a database beside the one of a data folder, lets `fill` put rows into it, and then puts it in its place. Killed
 * at any time, the folder has the old database or the new one, whole. The caller holds the lock of the folder.
 * @returns the name of the folder within it that the database before is in now, if there was one.
 */
export async function replaceDatabase<T>(
  dataFolder: string,
  keys: EmbeddedKeys,
  now: Date,
  fill: (databaseUrl: string) => Promise<T>,
): Promise<{ result: T; aside: string | undefined }> {
  await finishRestore(dataFolder);
  await removeUnfinished(dataFolder);
  const folder = join(dataFolder, `restoring-${process.pid}`);
  const aside = `replaced-${now.toISOString().replace(/[:.]/gu, "-")}`;
  await mkdir(folder, { mode: 0o700 });
  try {
    await writeFile(join(folder, marker), JSON.stringify({ aside }), { mode: 0o600 });
    const { uid, gid } = await postgresOwner();
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
    await writeFile(join(folder, "keys.json"), JSON.stringify(keys, null, 2), { mode: 0o600 });
    const cluster = await startCluster({ folder: join(folder, "postgres"), password: keys.postgresPassword });
    const result = await fill(cluster.url("postgres")).finally(cluster.stop);
    const replaces = await hasDatabase(dataFolder);
    await rename(folder, join(dataFolder, whole));
    await finishRestore(dataFolder);
    return { result, aside: replaces ? aside : undefined };
  } catch (error) {
    const full = !(error instanceof BackupError) && (await isFull(dataFolder));
    await rm(folder, { recursive: true, force: true });
    throw full
      ? new BackupError(`There is no room left in ${dataFolder} for the restored database.`, { cause: error })
      : error;
  }
}

/** Whether not even one more segment of PostgreSQL's log (16 MiB) fits: it ends without saying why to its clients. */
async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < 16 * 1024 * 1024;
}
