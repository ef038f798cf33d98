import { createWriteStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { ifMissing } from "../../../server/lib/caught.ts";
import { writeWhole } from "../../../server/lib/writeWhole.ts";
import { CliError, rethrowWithLine, writeError } from "../../data/errors.ts";
import { type Io, write } from "./io.ts";

/** Where a command writes its result. */
export type Output =
  | { kind: "stdout" }
  /** A device or a named pipe, which is written to directly. */
  | { kind: "stream"; path: string }
  /** A file, which gets its name when it is complete; a symlink is followed to its target. */
  | { kind: "file"; path: string };

const stdoutNames: ReadonlySet<string> = new Set(["-", "/dev/stdout", "/dev/fd/1"]);

/** A command's result, whole or in parts. */
export type Content = string | AsyncIterable<string | Uint8Array>;

async function confirmReplacing({ prompts }: Pick<Io, "prompts">, path: string): Promise<void> {
  if (!prompts)
    throw new CliError("usage", `${path} exists.`, { hint: "Give another name, or --force to replace the file." });
  if (!(await prompts.confirm(`${path} exists. Replace it?`)))
    throw new CliError("failed", `${path} was left as it is; nothing was written.`);
}

/**
 * Finds out what a name given by the operator leads to before anything is written. An existing file is replaced
 * with `force`, or after a yes at a terminal.
 * @throws CliError `usage` for a folder, or an existing file that may not be replaced; `failed` after a no.
 */
export async function chooseOutput(
  context: Pick<Io, "prompts"> & { folder: string },
  name: string,
  { force }: { force?: boolean | undefined },
): Promise<Output> {
  if (stdoutNames.has(name)) return { kind: "stdout" };
  const path = resolve(context.folder, name);
  const there = await stat(path)
    .catch(ifMissing(undefined))
    .catch((error: unknown) => {
      throw writeError(path, error);
    });
  if (there?.isDirectory() || (!there && (name.endsWith("/") || name.endsWith(sep))))
    throw new CliError("usage", `${name} is a folder. Give the name of a file in it.`);
  if (there && !there.isFile()) return { kind: "stream", path };
  if (!there) return { kind: "file", path };
  if (!force) await confirmReplacing(context, path);
  return { kind: "file", path: await realpath(path) };
}

/**
 * Writes a command's result. A file is written beside its target and renamed (0600) once all of it is on the
 * disk: until then, and after a failure, the old file stays.
 * @throws CliError `failed`, and whatever making a part throws.
 */
export async function writeOutput(
  { out, signal }: Pick<Io, "out" | "signal">,
  output: Output,
  content: Content,
): Promise<void> {
  const parts = typeof content === "string" ? toParts(content) : content;
  if (output.kind === "stdout") {
    const all = async () => {
      for await (const part of parts) await write(out, part);
    };
    return all().catch(rethrowWithLine("The output on stdout is incomplete."));
  }
  try {
    await (output.kind === "file"
      ? writeWhole(output.path, parts)
      : pipeline(parts, createWriteStream(output.path), { signal }));
  } catch (error) {
    throw writeError(output.path, error);
  }
}

async function* toParts(text: string): AsyncGenerator<string> {
  yield text;
}
