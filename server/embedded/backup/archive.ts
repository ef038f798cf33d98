import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { damaged } from "./backupError.ts";
import { type Entry, packTar, unpackTar } from "./tar.ts";

/** Level 4: on rows of people within a tenth of the size of level 6, in half its time. */
const compression = { level: 4 };

/** Writes the entries to `out` as a gzipped tar archive. An aborted signal rejects with AbortError. */
export async function writeArchive(entries: AsyncIterable<Entry>, out: Writable, signal: AbortSignal): Promise<void> {
  await pipeline(packTar(entries), createGzip(compression), out, { signal, end: out !== process.stdout });
}

const isZlibError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("Z_");

/**
 * Hands the entries of an archive to `work`, which has to take them all: the checksum is at the end. `onRead` gets what
 * is read of the source before it is unpacked. `work` has ended when this does, however it does: what it made is taken
 * away by then, and no end of the process cuts that short.
 * @throws BackupError where it is damaged or no archive, and whatever `work` and `onRead` throw.
 */
export async function readArchive<T>(
  source: Readable,
  work: (entries: AsyncGenerator<Entry>) => Promise<T>,
  signal: AbortSignal,
  onRead: (chunk: Buffer) => void = () => undefined,
): Promise<T> {
  const results: T[] = [];
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
        results.push(await working);
      },
      { signal },
    );
  } catch (error) {
    await working?.catch(() => undefined);
    if (empty && isZlibError(error)) throw damaged("it is empty");
    throw isZlibError(error) ? damaged(`it cannot be unpacked (${error.message})`) : error;
  }
  for (const result of results) return result;
  throw damaged("it is empty");
}
