import type { FileHandle } from "node:fs/promises";

/** A file that is read by its handle, as it need not have a name any more; `name` is what a person calls it. */
export interface OpenFile {
  name: string;
  handle: FileHandle;
}

/** Bytes of one piece. */
const pieceSize = 64 * 1024;

/** The bytes of an open file from `start` to before `end`, piece by piece, wherever others read. */
export async function* bytesOf(handle: FileHandle, start = 0, end = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceSize, end - at));
    const { bytesRead } = await handle.read({ buffer: piece, position: at });
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}
