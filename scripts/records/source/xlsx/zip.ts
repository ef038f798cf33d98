import { Readable } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { CliError } from "../../../cli/errors.ts";
import { bytesOf, type OpenFile } from "../openFile.ts";

/** A file within an archive (PKWARE's APPNOTE.TXT 6.3.10). */
export interface ZipEntry {
  name: string;
  /** Where its header is, and its number of compressed bytes. */
  offset: number;
  compressed: number;
  stored: boolean;
}

/** End of central directory record: at least 22 bytes, with a comment of at most 65,535. */
const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;
const endSize = 22;
const longestComment = 0xffff;
/** Value of a 32-bit field when ZIP64 has the real one. */
const elsewhere = 0xffffffff;

/** Largest directory that is read, in bytes: some ten thousand files. */
const largestDirectory = 1024 * 1024;

const damaged = ({ name }: OpenFile, why: string): CliError =>
  new CliError("failed", `${name} is a damaged workbook: ${why}.`);

async function part({ handle }: OpenFile, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position: start });
  return buffer.subarray(0, bytesRead);
}

/** The numbers that an entry of the directory has in ZIP64's extra field (section 4.5.3), in their order; none exceeds the file's size. */
function longValues(extra: Buffer, fileSize: number): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const values = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(values.length / 8) }, (_, nth) =>
      Math.min(Number(values.readBigUInt64LE(nth * 8)), fileSize),
    );
  }
  return [];
}

/** Reads which files an archive holds. @throws CliError `failed` when the archive is damaged or too large. */
export async function readDirectory(file: OpenFile): Promise<ZipEntry[]> {
  const { size } = await file.handle.stat();
  const tailStart = Math.max(0, size - endSize - longestComment);
  const tail = await part(file, tailStart, size - tailStart);
  const at = tail.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  if (at === -1 || tail.length - at < endSize || tail.readUInt32LE(at) !== endSignature)
    throw damaged(file, "its end is missing");
  const [length, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (start === elsewhere || length > largestDirectory)
    throw new CliError("failed", `${file.name} is too large a workbook.`);
  const directory = await part(file, start, length);
  const entries: ZipEntry[] = [];
  for (let from = 0; from + 46 <= directory.length && directory.readUInt32LE(from) === centralSignature;) {
    const method = directory.readUInt16LE(from + 10);
    const [named, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(from + field));
    const end = from + 46 + (named ?? 0);
    const next = end + (extra ?? 0) + (comment ?? 0);
    const name = directory.toString("utf8", from + 46, end);
    if (method !== 0 && method !== 8) throw damaged(file, `${name} is packed in an unusual way`);
    // Programs that write without knowing sizes ahead use ZIP64 for small files, too.
    const long = longValues(directory.subarray(end, end + (extra ?? 0)), size);
    const [, compressed = 0, offset = 0] = [24, 20, 42].map((field) => {
      const value = directory.readUInt32LE(from + field);
      return value === elsewhere ? (long.shift() ?? value) : value;
    });
    entries.push({ name, offset, compressed, stored: method === 0 });
    from = next;
  }
  return entries;
}

/**
 * The bytes of an entry, unpacked piece by piece; `onBytes` is told how many packed bytes have been read.
 * @throws CliError `failed` past `limit` unpacked bytes, or when they cannot be unpacked.
 */
export async function* entryBytes(
  file: OpenFile,
  entry: ZipEntry,
  limit: number,
  onBytes: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const header = await part(file, entry.offset, 30);
  if (header.length < 30) throw damaged(file, `${entry.name} is missing`);
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (entry.compressed === 0) return;
  let packedBytes = 0;
  const packed = Readable.from(
    (async function* () {
      for await (const piece of bytesOf(file.handle, start, start + entry.compressed)) {
        packedBytes += piece.length;
        yield piece;
      }
    })(),
  );
  const unpacked = entry.stored ? packed : packed.pipe(createInflateRaw());
  packed.on("error", (error) => unpacked.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of unpacked) {
      if (!Buffer.isBuffer(chunk)) continue;
      bytes += chunk.length;
      if (bytes > limit) throw new CliError("failed", `${file.name} is too large when unpacked (${entry.name}).`);
      onBytes(packedBytes);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw damaged(file, `${entry.name} cannot be unpacked`);
  } finally {
    packed.destroy();
  }
}
