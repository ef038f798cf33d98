import type { FileHandle } from "node:fs/promises";

/** An open file, read through its handle, as it may no longer have a name; `name` is what a person calls it. */
export interface OpenFile {
  name: string;
  handle: FileHandle;
}

/** Bytes per piece. */
const pieceSize = 64 * 1024;

/** The bytes of an open file from `start` up to before `end`, piece by piece, whatever else is read through the handle. */
export async function* bytesOf(handle: FileHandle, start = 0, end = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceSize, end - at));
    const { bytesRead } = await handle.read({ buffer: piece, position: at });
    if (bytesRead === 0) return;
    yield piece.subarray(0, bytesRead);
    at += bytesRead;
  }
}
