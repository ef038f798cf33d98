import { constants, type FileHandle, open, realpath } from "node:fs/promises";
import { CliError } from "../../../cli/errors.ts";
import { rejectsBeginning } from "./header.ts";

/** What is told of a name that nothing can have; what becomes of a file by it is told when one is written. */
const isFree = (error: unknown): boolean =>
  error instanceof Error && "code" in error && /^(?:ENOENT|ENOTDIR|ENAMETOOLONG)$/u.test(String(error.code));

/** Whether the name is free, or that of a file that an earlier import wrote, which may be replaced. */
async function mayReplace(file: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    // A plain open of a named pipe waits in the kernel for a writer, where no Ctrl-C reaches it (fifo(7)).
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    // One that cannot be read may hold anything.
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

/** What a path leads to; undefined where there is nothing. */
const real = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

/**
 * Makes sure that rejects may be written to `files`, the first of which is what becomes of them.
 * @throws CliError `usage` when one is the file they come from, or the first holds something else than rejects.
 */
export async function requireFree(files: readonly [string, ...string[]], source: string | undefined): Promise<void> {
  const hint = "Name another file: --rejects FILE";
  const from = source === undefined ? undefined : await real(source);
  for (const written of files)
    if (from !== undefined && from === (await real(written)))
      throw new CliError("usage", `${written} is the file that is imported.`, { hint });
  const [file] = files;
  if (!(await mayReplace(file)))
    throw new CliError("usage", `${file} is there already, and holds something else than rejected lines.`, { hint });
}
