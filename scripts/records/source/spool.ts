import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readError, writeError } from "../../cli/fileError.ts";

/**
 * Copies what can be read only once (stdin, or the pipe called `name`) to a file that only this process can read. The file
 * loses its name before anything is written, so it disappears with its handle, however the process ends.
 * @throws CliError `failed` when the temporary file cannot be written, or the input cannot be read.
 */
export async function spool(name: string, input: Readable, signal: AbortSignal): Promise<FileHandle> {
  const file = join(tmpdir(), `prelaunch-import-${randomUUID()}`);
  const refused = (cause: unknown): never => {
    throw writeError(
      file,
      cause,
      `The content of ${name} is kept there for a while. Set TMPDIR to a folder with room for it.`,
    );
  };
  const handle = await open(file, "wx+", 0o600).catch(refused);
  try {
    await unlink(file).catch(refused);
    await pipeline(
      input,
      async (pieces: AsyncIterable<Uint8Array>) => {
        for await (const piece of pieces) await handle.appendFile(piece).catch(refused);
      },
      { signal },
    );
    return handle;
  } catch (cause) {
    await handle.close();
    throw readError(name, cause);
  }
}
