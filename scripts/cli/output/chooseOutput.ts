import { lstat, readlink, realpath, stat } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import type { Context } from "../context.ts";
import { CliError } from "../errors.ts";
import { writeError } from "../fileError.ts";
import { ifMissing } from "../../../server/errors/caught.ts";

/** Where a command writes. */
export type Output =
  | { kind: "stdout" }
  /** A device or a named pipe: written to directly. */
  | { kind: "stream"; path: string }
  /** A file that gets its name when it is complete; a symlink is followed to its target. */
  | { kind: "file"; path: string };

/** Names of stdout: opened by the last two, a file it is redirected to would be in the way, and a pipe in it one with a name. */
const stdoutNames: ReadonlySet<string> = new Set(["-", "/dev/stdout", "/dev/fd/1"]);

/** Most symlinks that are followed one after the other, as on Linux (path_resolution(7)). */
const mostLinks = 40;

/** The file that a path leads to where none exists yet: a symlink may lead to nothing. */
async function destination(path: string, links = 0): Promise<string> {
  const link = await lstat(path).catch(ifMissing(undefined));
  if (!link?.isSymbolicLink() || links === mostLinks) return path;
  const folder = await realpath(dirname(path));
  return destination(resolve(folder, await readlink(path)), links + 1);
}

async function confirmReplacing({ ask }: Pick<Context, "ask">, path: string): Promise<void> {
  if (!ask)
    throw new CliError("usage", `${path} exists.`, { hint: "Give another name, or --force to replace the file." });
  const answer = await ask(`${path} exists. Replace it? [y/N] `);
  if (!/^y(?:es)?$/iu.test(answer.trim()))
    throw new CliError("failed", `${path} was left as it is; nothing was written.`);
}

/**
 * Finds out what a name given by the operator leads to, before anything is written. An existing file is
 * replaced with `force`, or after a yes where there is a terminal.
 * @throws CliError `usage` for a folder, a disk, or an existing file that may not be replaced; `failed` after a no.
 */
export async function chooseOutput(
  context: Pick<Context, "folder" | "ask">,
  name: string,
  { force }: { force?: boolean | undefined },
): Promise<Output> {
  if (stdoutNames.has(name)) return { kind: "stdout" };
  const path = resolve(context.folder, name);
  try {
    const there = await stat(path).catch(ifMissing(undefined));
    if (!there && (name.endsWith("/") || name.endsWith(sep)))
      throw new CliError("usage", `${name} names a folder. Give the name of a file in it.`);
    if (!there) return { kind: "file", path: await destination(path) };
    if (there.isDirectory()) throw new CliError("usage", `${path} is a folder. Give the name of a file in it.`);
    if (there.isCharacterDevice() || there.isFIFO()) return { kind: "stream", path };
    if (!there.isFile()) throw new CliError("usage", `${path} is neither a file nor a pipe nor a character device.`);
    if (!force) await confirmReplacing(context, path);
    return { kind: "file", path: await realpath(path) };
  } catch (error) {
    throw writeError(path, error);
  }
}
