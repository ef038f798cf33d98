import { access, chmod, chown, mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { holdsCluster } from "../postgres/initialise.ts";
import { postgresOwner } from "../postgres/owner.ts";
import { NoDatabaseError, StackError } from "../errors/stackError.ts";

/** Where the database lies in a data folder. */
export const clusterFolder = (dataFolder: string): string => join(dataFolder, "postgres");

/** What an embedded stack puts into its data folder, whole or half made. */
const ownNames =
  /^(?:postgres|keys\.json)(?:\.new-\w+)?(?:\.pw)?$|^(?:lock|lock\.json|inbox|guests|restored|(?:restoring|replaced)-.+)$/u;

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

const makeOne = (folder: string, mode?: number): Promise<void> =>
  mkdir(folder, { mode }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });

/**
 * Makes a folder where there is none, and its parents, which are for everybody: PostgreSQL's user has to get through.
 * Node's own `recursive` says of a read-only disk that there is no such folder.
 */
async function makeFolder(folder: string, mode?: number): Promise<void> {
  try {
    await makeOne(folder, mode);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    await makeFolder(dirname(folder));
    await makeOne(folder, mode);
  }
}

/**
 * Makes the data folder (0700) when it is missing. Under root it belongs to the user PostgreSQL runs as, who must be
 * able to enter it; root can anyway.
 * @throws StackError when the folder cannot be made or written, or holds something else.
 */
export async function openDataFolder(path: string): Promise<string> {
  const folder = resolve(path);
  try {
    await makeFolder(folder, 0o700);
    await refuseForeign(folder);
    const { uid, gid } = await postgresOwner();
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
    await chmod(folder, 0o700);
    await access(folder, 0o6);
  } catch (cause) {
    if (cause instanceof StackError) throw cause;
    throw new StackError(
      `The data folder ${folder} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
  return folder;
}

/** A folder that is taken over changes its owner and mode: never one with other things in it. */
async function refuseForeign(folder: string): Promise<void> {
  const foreign = (await readdir(folder)).filter((name) => !ownNames.test(name));
  if (foreign.length === 0 || (await holdsCluster(clusterFolder(folder)))) return;
  throw new StackError(
    `${folder} is not empty and holds no stack. Name a folder of its own: DATA_FOLDER=${resolve(folder, "keelbook")}`,
  );
}

/**
 * Refuses a data folder that holds no database, restored or waiting to take its place, and touches nothing.
 * @throws NoDatabaseError, StackError when it cannot be told
 */
export async function refuseWithoutDatabase(path: string): Promise<void> {
  const folder = resolve(path);
  const isFile = await stat(folder).then(
    (found) => !found.isDirectory(),
    () => false,
  );
  const waits = await stat(join(folder, "restored")).catch(() => undefined);
  if (isFile || !(waits || (await holdsCluster(clusterFolder(folder)))))
    throw new NoDatabaseError(
      `There is no database in ${folder}. Name its folder with --data or DATA_FOLDER; only npm start, npx prelaunch seed and restore make a new one.`,
    );
}
