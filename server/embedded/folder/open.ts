import { access, chmod, constants, lstat, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { codeOf, ifMissing, messageOf } from "../../lib/caught.ts";
import { inDataFolder, isDataFolder } from "../../lib/dataFolder.ts";
import { NoDatabaseError, StackError } from "../errors/stackError.ts";
import { holdsCluster } from "../postgres/initialise.ts";
import { giveToPostgres, postgresOwner } from "../postgres/programs.ts";

export const clusterFolder = (dataFolder: string): string => join(dataFolder, inDataFolder.cluster);

/**
 * Creates a folder, which may exist already. It does not use Node's `recursive`, which spins for ever where a
 * system lets nobody create one, as below `/proc`.
 */
const makeOne = (folder: string, mode: number): Promise<void> =>
  mkdir(folder, { mode }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });

async function makeParents(folder: string): Promise<void> {
  if (await stat(folder).then(() => true, ifMissing(false))) return;
  await makeParents(dirname(folder));
  await makeOne(folder, 0o755);
}

/**
 * Creates the data folder (0700) if it is missing, with parents that everybody may enter. If we are root it belongs to the user that
 * PostgreSQL runs as.
 * @throws StackError if the folder cannot be created or written, or contains something else, or something of another user.
 */
export async function openDataFolder(path: string): Promise<string> {
  const folder = resolve(path);
  await withFolderErrors(folder, async () => {
    await makeParents(dirname(folder));
    await makeOne(folder, 0o700);
    const names = await readdir(folder);
    if (names.length > 0 && !isDataFolder(names))
      throw new StackError(
        `${folder} is not empty and holds no stack. Name a folder of its own: DATA_FOLDER=${resolve(folder, "keelbook")}`,
      );
    const owner = (await postgresOwner())?.uid;
    await refuseForeign(folder, owner);
    await giveToPostgres(folder);
    await chmod(folder, 0o700);
    // Only from here on nobody else can put anything into the folder.
    await refuseForeign(folder, owner);
    await access(folder, constants.R_OK | constants.W_OK);
  });
  return folder;
}

/** Does something with a data folder. @throws StackError that names the folder in place of the operating system's error. */
export async function withFolderErrors<T>(dataFolder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof StackError) throw cause;
    throw new StackError(`The data folder ${dataFolder} cannot be used: ${messageOf(cause)}`, { cause });
  }
}

/**
 * Refuses a data folder that contains something of a user who is neither its `owner` nor this one nor root, or
 * a link to such a thing: where others could write to the folder, they may have put keys there that they know,
 * or the address of their own stack.
 * @throws StackError that names it; the operating system's error
 */
export async function refuseForeign(folder: string, owner: number | undefined): Promise<void> {
  if (!process.getuid) return;
  const trusted = new Set([0, process.getuid(), owner]);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Files of other processes come and go, and a link may lead nowhere.
    for (const look of [lstat, stat]) {
      const found = await look(path).catch(ifMissing(undefined));
      if (found && !trusted.has(found.uid))
        throw new StackError(
          `${path} belongs to another user (${found.uid}) and is not trusted. If it is yours, change its owner (chown); otherwise name another folder: DATA_FOLDER=${resolve(folder, "keelbook")}`,
        );
    }
  }
}

/**
 * Refuses a data folder without a database (a restored one that has yet to be moved to its place counts); changes nothing.
 * @throws NoDatabaseError; StackError if it cannot be determined
 */
export async function requireDatabase(path: string): Promise<void> {
  const folder = resolve(path);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const restored = await stat(join(folder, inDataFolder.restored)).catch(() => undefined);
  if (!isFolder || !(restored || (await holdsCluster(clusterFolder(folder)))))
    throw new NoDatabaseError(
      `There is no database in ${folder}. Name its folder with --data or DATA_FOLDER; only npm start, npx prelaunch seed and restore make a new one.`,
    );
}
