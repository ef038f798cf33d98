import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { codeOf, messageOf } from "../../lib/caught.ts";
import { damaged } from "./backupError.ts";
import { type Entry, packTar, unpackTar } from "./tar.ts";

/** Level 4: for rows of people the result is at most a tenth larger than with level 6, in half the time. */
const compression = { level: 4 };

/** Writes the entries to `out` as a gzipped tar archive. An aborted signal rejects with AbortError. */
export async function writeArchive(entries: AsyncIterable<Entry>, out: Writable, signal: AbortSignal): Promise<void> {
  await pipeline(packTar(entries), createGzip(compression), out, { signal, end: out !== process.stdout });
}

const isZlibError = (error: unknown): boolean => String(codeOf(error)).startsWith("Z_");

/**
 * Passes the entries of an archive to `work`, which has to read them all, as the checksum comes last. `onRead` gets the bytes
 * read from the source, still compressed. This function never ends before `work`, not even by an error, so that `work` can
 * remove what it has made.
 * @throws BackupError if the archive is damaged or none, and whatever `work` and `onRead` throw.
 */
export async function readArchive<T>(
  source: Readable,
  work: (entries: AsyncGenerator<Entry>) => Promise<T>,
  signal: AbortSignal,
  onRead: (chunk: Buffer) => void = () => undefined,
): Promise<T> {
  let working: Promise<T> | undefined;
  let empty = true;
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          empty = false;
          onRead(chunk);
          yield chunk;
        }
      },
      createGunzip(),
      async (chunks: AsyncIterable<Buffer>) => {
        working = work(unpackTar(chunks));
        await working;
      },
      { signal },
    );
  } catch (error) {
    await working?.catch(() => undefined);
    if (empty && isZlibError(error)) throw damaged("it is empty");
    throw isZlibError(error) ? damaged(`it cannot be unpacked (${messageOf(error)})`) : error;
  }
  if (!working) throw damaged("it is empty");
  return working;
}
