import { constants, type FileHandle, open, stat } from "node:fs/promises";
import { CliError } from "./errors.ts";

/** Descriptor of a handle that has been closed. */
const closed = -1;

/** Releases a call that waits for a writer of a pipe, by writing a line end to the pipe; never writes to anything else. */
async function comeBack(path: string): Promise<void> {
  const writer = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    if ((await writer.stat()).isFIFO()) await writer.write("\n");
  } finally {
    await writer.close();
  }
}

/**
 * Opens a file, or a named pipe, for reading. Opening and reading a pipe wait in the kernel, where Ctrl-C has no effect
 * (fifo(7)): the signal makes them return.
 * @throws AbortError when the signal comes first, CliError `failed` for a folder, else the operating system's error.
 */
export async function openInput(path: string, signal: AbortSignal): Promise<FileHandle> {
  const there = await stat(path);
  signal.throwIfAborted();
  // A folder can be opened; only its first read is refused, where nobody knows its name.
  if (there.isDirectory()) throw new CliError("failed", `${path} cannot be read: it is a folder.`);
  if (!there.isFIFO()) return open(path);
  let handle: FileHandle | undefined;
  signal.addEventListener("abort", () => {
    const over = handle?.fd === closed;
    if (!over) void comeBack(path).catch(() => undefined);
  });
  handle = await open(path);
  if (!signal.aborted) return handle;
  await handle.close();
  throw signal.reason;
}
