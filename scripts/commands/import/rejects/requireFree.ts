import { constants, type FileHandle, open, realpath } from "node:fs/promises";
import { CliError } from "../../../cli/errors.ts";
import { rejectsBeginning } from "./header.ts";
import { codeOf } from "../../../../server/errors/caught.ts";

/** Whether a name is free; an impossible name counts as free, and fails when a file is written to it. */
const isFree = (error: unknown): boolean => /^(?:ENOENT|ENOTDIR|ENAMETOOLONG)$/u.test(String(codeOf(error)));

/** Whether a name is free, or belongs to a file that an earlier import wrote, which may be replaced. */
async function mayReplace(file: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    // A plain open of a named pipe would wait in the kernel for a writer, where Ctrl-C has no effect (fifo(7)).
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    // A file that cannot be read may hold anything.
    return isFree(error);
  }
  try {
    if (!(await handle.stat()).isFile()) return false;
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64) });
    return rejectsBeginning.test(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The file that a path leads to; undefined where there is none. */
const real = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

/**
 * Makes sure that rejected lines may be written to `files`, the first of which is their final file.
 * @throws CliError `usage` when one of them is the imported file, or the first holds something other than rejected lines.
 */
export async function requireFree(files: readonly [string, ...string[]], source: string | undefined): Promise<void> {
  const hint = "Name another file: --rejects FILE";
  const from = source === undefined ? undefined : await real(source);
  for (const written of files)
    if (from !== undefined && from === (await real(written)))
      throw new CliError("usage", `${written} is the file being imported.`, { hint });
  const [file] = files;
  if (!(await mayReplace(file)))
    throw new CliError("usage", `${file} exists already, and holds something other than rejected lines.`, { hint });
}
