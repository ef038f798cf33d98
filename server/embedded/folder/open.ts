import { access, chmod, constants, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { messageOf } from "../../lib/caught.ts";
import { inDataFolder, isDataFolder } from "../../lib/dataFolder.ts";
import { NoDatabaseError, StackError } from "../errors/stackError.ts";
import { holdsCluster } from "../postgres/initialise.ts";
import { giveToPostgres } from "../postgres/programs.ts";

/** The folder of the database in a data folder. */
export const clusterFolder = (dataFolder: string): string => join(dataFolder, inDataFolder.cluster);

/**
 * Creates the data folder (0700) if it is missing, with parents that everybody may enter. If we are root it belongs to the user that
 * PostgreSQL runs as.
 * @throws StackError if the folder cannot be created or written, or contains something else.
 */
export async function openDataFolder(path: string): Promise<string> {
  const folder = resolve(path);
  try {
    await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    if (names.length > 0 && !isDataFolder(names))
      throw new StackError(
        `${folder} is not empty and holds no stack. Name a folder of its own: DATA_FOLDER=${resolve(folder, "keelbook")}`,
      );
    await giveToPostgres(folder);
    await chmod(folder, 0o700);
    await access(folder, constants.R_OK | constants.W_OK);
  } catch (cause) {
    if (cause instanceof StackError) throw cause;
    throw new StackError(`The data folder ${folder} cannot be used: ${messageOf(cause)}`, { cause });
  }
  return folder;
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
  const waits = await stat(join(folder, inDataFolder.restored)).catch(() => undefined);
  if (!isFolder || !(waits || (await holdsCluster(clusterFolder(folder)))))
    throw new NoDatabaseError(
      `There is no database in ${folder}. Name its folder with --data or DATA_FOLDER; only npm start, npx prelaunch seed and restore make a new one.`,
    );
}
