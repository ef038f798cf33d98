import { damaged } from "./backupError.ts";

/** One small file in an archive. */
export interface Entry {
  name: string;
  body: Buffer;
}

/** Most bytes one entry holds; longer data is cut into several, so that a reader needs little memory. */
export const maxEntry = 4 * 1024 * 1024;

/** Everything in a tar archive is padded to this many bytes. */
const block = 512;

const padding = (size: number): Buffer => Buffer.alloc((block - (size % block)) % block);

const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, "0")}\0`;

/** Sum of a header's bytes, its own field counted as blanks. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const [at, byte] of bytes.entries()) sum += at >= 148 && at < 156 ? 32 : byte;
  return sum;
}

/** Header of a regular file (POSIX.1-1988 ustar), readable by its owner alone. */
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

/** An archive of the entries as any `tar` reads it. */
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
  /** Reads on to the end, where the checksum of the compression is. */
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
  if (text(bytes.subarray(156, 157)) !== "0") throw damaged("it holds something else than plain files");
  if (!(size >= 0 && size <= maxEntry)) throw damaged("a part of it is longer than any we write");
  return { name: text(bytes.subarray(0, 100)), size };
}

/**
 * The entries of an archive, in memory one after the other; nothing is ever written under a name it gives.
 * @throws BackupError where it is not an archive that `packTar` wrote, or ends before its end mark.
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
