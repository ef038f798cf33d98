import { access, chmod, lstat, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { holdsCluster } from "../postgres/initialise.ts";
import { giveToPostgres, postgresOwner } from "../postgres/owner.ts";
import { NoDatabaseError, StackError } from "../errors/stackError.ts";
import { codeOf, isMissing, messageOf } from "../../lib/caught.ts";
import { inDataFolder, isOwnName } from "../../files/dataFolder.ts";

/** The folder of the database in a data folder. */
export const clusterFolder = (dataFolder: string): string => join(dataFolder, inDataFolder.cluster);

async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    throw error;
  }
  // A umask may have closed it to PostgreSQL's user, who is ourselves unless we are root.
  if (process.getuid?.() === 0) await chmod(folder, mode);
}

/**
 * Creates a folder and its parents. Everybody may enter the parents, as PostgreSQL's user has to, but only their owner may put
 * another folder in this one's place, whatever the umask. Not by Node's `recursive`, which reports ENOENT on a read-only disk.
 */
async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await makeOne(folder, mode);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await makeFolder(dirname(folder), 0o755);
    await makeOne(folder, mode);
  }
}

/**
 * Creates the data folder (0700) if it is missing. If we are root it belongs to the user that PostgreSQL runs as, who must be
 * able to enter it.
 * @throws StackError if the folder cannot be created or written, or contains something else, or something of another user.
 */
export async function openDataFolder(path: string): Promise<string> {
  const folder = resolve(path);
  try {
    await makeFolder(folder, 0o700);
    const ours = [process.getuid?.(), (await postgresOwner())?.uid].filter((one) => one !== undefined);
    await refuseForeign(folder, ours);
    await giveToPostgres(folder);
    await chmod(folder, 0o700);
    // Only from now on can nobody else put anything there.
    await refuseForeign(folder, ours);
    await access(folder, 0o6);
  } catch (cause) {
    if (cause instanceof StackError) throw cause;
    throw new StackError(`The data folder ${folder} cannot be used: ${messageOf(cause)}`, { cause });
  }
  return folder;
}

/**
 * Refuses a folder with foreign content, as taking a folder over changes its owner and mode. Where others could write to the
 * folder, they may have put keys into it that they know, or an inbox that they can read: what a stack creates is one of `ours`.
 */
async function refuseForeign(folder: string, ours: readonly number[]): Promise<void> {
  const names = await readdir(folder);
  // Only the date of the last backup is read, and root may have made it.
  const noted = (name: string) => name.startsWith(inDataFolder.lastBackup);
  for (const name of names.filter((one) => isOwnName(one) && !noted(one))) {
    const file = join(folder, name);
    const { uid } = await lstat(file);
    if (ours.length > 0 && !ours.includes(uid))
      throw new StackError(
        `${file} belongs to another user (${uid}) and is not trusted. If it is yours, change its owner (chown); otherwise name another folder: DATA_FOLDER=${resolve(folder, "keelbook")}`,
      );
  }
  const foreign = names.filter((name) => !isOwnName(name));
  if (foreign.length === 0 || (await holdsCluster(clusterFolder(folder)))) return;
  throw new StackError(
    `${folder} is not empty and holds no stack. Name a folder of its own: DATA_FOLDER=${resolve(folder, "keelbook")}`,
  );
}

/**
 * Refuses a data folder without a database (a restored one that has yet to be moved to its place counts); changes nothing.
 * @throws NoDatabaseError; StackError if it cannot be determined
 */
export async function refuseWithoutDatabase(path: string): Promise<void> {
  const folder = resolve(path);
  const isFile = await stat(folder).then(
    (found) => !found.isDirectory(),
    () => false,
  );
  const waits = await stat(join(folder, inDataFolder.restored)).catch(() => undefined);
  if (isFile || !(waits || (await holdsCluster(clusterFolder(folder)))))
    throw new NoDatabaseError(
      `There is no database in ${folder}. Name its folder with --data or DATA_FOLDER; only npm start, npx prelaunch seed and restore make a new one.`,
    );
}
