import { writeWhole } from "../../../server/files/writeWhole.ts";
import { failAdding } from "../errors.ts";
import { type Io, write } from "../io.ts";
import type { Output } from "./chooseOutput.ts";
import { toStream } from "./stream.ts";
import { writeError } from "../fileError.ts";

/**
 * Writes a text, whole or in parts; a file gets its name (0600) once all of it is on the disk.
 * @throws CliError `failed`, and what making a part throws.
 */
export async function writeOutput(
  { out, signal }: Pick<Io, "out" | "signal">,
  output: Output,
  text: string | AsyncIterable<string>,
  what: string,
): Promise<void> {
  if (output.kind === "stdout")
    return putAll(text, (part) => write(out, part)).catch(failAdding(`The ${what} on stdout is incomplete.`));
  const { kind, path } = output;
  try {
    await (kind === "stream" ? toStream(path, signal, what, (put) => putAll(text, put)) : writeWhole(path, text));
  } catch (error) {
    throw writeError(path, error);
  }
}

async function putAll(text: string | AsyncIterable<string>, put: (part: string) => Promise<void>): Promise<void> {
  if (typeof text === "string") return put(text);
  for await (const part of text) await put(part);
}
