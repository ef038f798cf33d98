import { pipeline, Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { messageOf } from "../../lib/caught.ts";

/** A part of a backup: a file of its archive. */
export interface Entry {
  name: string;
  body: Buffer;
}

/** Most bytes of a part, which is read into memory. */
export const maxEntry = 32 * 1024 * 1024;

/** Why a backup cannot be made, read or restored, in one line that a person can act on, without the content of rows. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

/** The file differs from what `backup` wrote. */
export const damaged = (what: string, cause?: unknown): BackupError =>
  new BackupError(`The backup is damaged, or the file is not a backup: ${what}.`, { cause });

/** The bytes of a gzipped tar archive of the entries; an error of these is thrown while it is read. */
export function writeArchive(entries: AsyncIterable<Entry>): Readable {
  const archive = pack();
  const add = ({ name, body }: Entry) =>
    new Promise<void>((resolve, reject) => {
      archive
        .entry({ name, mode: 0o600, mtime: new Date(0) }, body, (error) => (error ? reject(error) : resolve()))
        // If the reader ends within an entry, as on a full disk, the callback is not called.
        .once("error", reject);
    });
  const fill = async () => {
    for await (const entry of entries) await add(entry);
    archive.finalize();
  };
  fill().catch((error: unknown) => archive.destroy(error instanceof Error ? error : undefined));
  // Level 4: for rows of people the result is at most a tenth larger than with level 6, in half the time.
  return pipeline(Readable.from(archive), createGzip({ level: 4 }), () => undefined);
}

/**
 * Reads the entries of an archive, one at a time in memory; their names are never used as paths. The archive's
 * checksum has been verified once all entries were read.
 * @throws BackupError if the archive is damaged or none; the source's own error, AbortError
 */
export async function* readArchive(source: Readable): AsyncGenerator<Entry> {
  const archive = extract();
  pipeline(source, createGunzip(), archive, () => undefined);
  try {
    for await (const file of archive) {
      const { name, size = 0, type } = file.header;
      if (type !== "file" || size > maxEntry) throw damaged("it contains something that no backup does");
      yield { name, body: await buffer(file) };
    }
  } catch (error) {
    // This error is of the disk or an interruption, not of the content.
    const own =
      error instanceof Error && (error instanceof BackupError || error.name === "AbortError" || "syscall" in error);
    throw own ? error : damaged(messageOf(error), error);
  } finally {
    source.destroy();
  }
}
