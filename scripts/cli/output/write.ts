import { open, rename, rm } from "node:fs/promises";
import { type Io, write } from "../io.ts";
import type { Output } from "./output.ts";
import { openStream } from "./stream.ts";
import { isSystemError, writeError } from "../fileError.ts";

/** Writes a whole text; a file gets its name (0600) once all of it is on the disk. @throws CliError `failed` */
export async function writeOutput(
  { out, signal }: Pick<Io, "out" | "signal">,
  output: Output,
  text: string,
): Promise<void> {
  if (output.kind === "stdout") return write(out, text);
  const { path } = output;
  const partial = `${path}.${process.pid}.partial`;
  try {
    const file = output.kind === "stream" ? await openStream(path, signal) : await open(partial, "wx", 0o600);
    try {
      await file.writeFile(text);
      if (output.kind === "file") await file.sync();
    } finally {
      await file.close();
    }
    if (output.kind === "file") await rename(partial, path);
  } catch (error) {
    // The error that ended the writing is reported, not one that followed from it.
    if (output.kind === "file") await rm(partial, { force: true }).catch(() => undefined);
    throw isSystemError(error) ? writeError(path, error) : error;
  }
}
