import { open, rename, rm } from "node:fs/promises";
import { type Io, write } from "../io.ts";
import type { Output } from "./output.ts";
import { toStream } from "./stream.ts";
import { isSystemError, writeError } from "../fileError.ts";

/** Writes a whole text; a file gets its name (0600) once all of it is on the disk. @throws CliError `failed` */
export async function writeOutput(
  { out, signal }: Pick<Io, "out" | "signal">,
  output: Output,
  text: string,
  what: string,
): Promise<void> {
  if (output.kind === "stdout") return write(out, text);
  const { kind, path } = output;
  try {
    await (kind === "stream" ? toStream(path, signal, what, (put) => put(text)) : writeWhole(path, text));
  } catch (error) {
    throw isSystemError(error) ? writeError(path, error) : error;
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const partial = `${path}.${process.pid}.partial`;
  try {
    const file = await open(partial, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } catch (error) {
    // The error that ended the writing is reported, not one that followed from it.
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}
