import { damaged } from "./backupError.ts";

/** A small file in an archive. */
export interface Entry {
  name: string;
  body: Buffer;
}

/** Maximum size of an entry in bytes; larger data is split, so that a reader needs little memory. */
export const maxEntry = 4 * 1024 * 1024;

/** Block size to which everything in a tar archive is padded. */
const block = 512;

const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;

/** Checksum of a header: the sum of its bytes, with the checksum field as blanks. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const [at, byte] of bytes.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum;
}

/** Header of a regular file (POSIX.1-1988 ustar) that only its owner can read. */
function header(name: string, size: number): Buffer {
  const bytes = Buffer.alloc(block);
  bytes.write(name, 0, 100, "ascii");
  bytes.write(octal(0o600, 7), 100);
  for (const at of [108, 116]) bytes.write(octal(0, 7), at);
  bytes.write(octal(size, 11), 124);
  bytes.write(octal(0, 11), 136);
  bytes.write("0", 156);
  bytes.write("ustar\u000000", 257, "latin1");
  bytes.write(`${checksum(bytes).toString(8).padStart(6, "0")}\0 `, 148);
  return bytes;
}

/** Packs entries into an archive that any `tar` can read. */
export async function* packTar(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { name, body } of entries)
    yield Buffer.concat([header(name, body.length), body, padding(body.length)]);
  yield Buffer.alloc(2 * block);
}

/** Reads exact lengths from chunks of any length. */
function exactReader(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const read = async (length: number): Promise<Buffer> => {
    const parts: Buffer[] = [held];
    let size = held.length;
    while (size < length) {
      const next = await source.next();
      if (next.done) throw damaged("it ends too early");
      parts.push(next.value);
      size += next.value.length;
    }
    const all = parts.length === 1 ? held : Buffer.concat(parts);
    held = all.subarray(length);
    return all.subarray(0, length);
  };
  /** Reads to the end, where the compression's checksum is. */
  const drain = async (): Promise<void> => {
    for (let rest = held; ;) {
      if (rest.some((byte) => byte !== 0)) throw damaged("something follows its end");
      const next = await source.next();
      if (next.done) return;
      rest = next.value;
    }
  };
  return { read, drain };
}

const text = (field: Buffer): string => field.toString("latin1").replace(/\0.*$/su, "").trim();

function parseHeader(bytes: Buffer): { name: string; size: number } {
  const size = Number.parseInt(text(bytes.subarray(124, 136)), 8);
  if (
    text(bytes.subarray(257, 263)) !== "ustar" ||
    Number.parseInt(text(bytes.subarray(148, 156)), 8) !== checksum(bytes)
  )
    throw damaged("a header in it is not that of a tar archive");
  if (text(bytes.subarray(156, 157)) !== "0") throw damaged("it contains something other than plain files");
  if (!(size >= 0 && size <= maxEntry)) throw damaged("a part of it is longer than any we write");
  return { name: text(bytes.subarray(0, 100)), size };
}

/**
 * Yields the entries of an archive, one at a time in memory. Names in it are never used as paths.
 * @throws BackupError if `packTar` did not write it, or it ends before its end mark.
 */
export async function* unpackTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const { read, drain } = exactReader(chunks);
  for (;;) {
    const bytes = await read(block);
    if (bytes.every((byte) => byte === 0)) break;
    const { name, size } = parseHeader(bytes);
    const body = Buffer.from(await read(size));
    await read(padding(size).length);
    yield { name, body };
  }
  await drain();
}
