import { writeWhole } from "../../../server/files/writeWhole.ts";
import { type Io, write } from "../io.ts";
import type { Output } from "./chooseOutput.ts";
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
