import { access, chmod, chown, mkdir, readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { postgresOwner } from "../postgres/owner.ts";
import { StackError } from "../stackError.ts";

/** Where the embedded stack of a checkout keeps its data, unless told otherwise. */
export const defaultDataFolder = ".data";

/**
 * Makes the data folder (0700) when it is missing. Under root it belongs to the user PostgreSQL runs as, who must be
 * able to enter it; root can anyway.
 * @throws StackError when the folder cannot be made or written, or holds something else.
 */
export async function openDataFolder(path: string): Promise<string> {
  const folder = resolve(path);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
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
  const names = await readdir(folder);
  if (names.length === 0 || names.some((name) => name === "keys.json" || name.startsWith("lock.json"))) return;
  throw new StackError(
    `${folder} is not empty and holds no stack. Name a folder of its own: DATA_FOLDER=${resolve(folder, "keelbook")}`,
  );
}
