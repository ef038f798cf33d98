import { constants, type FileHandle, open, stat } from "node:fs/promises";
import { CliError } from "./errors.ts";

/** Descriptor of a handle that has been closed. */
const closed = -1;

/** Has whatever waits for a writer of a pipe come back, with a line end; nothing but a pipe is written to. */
async function comeBack(path: string): Promise<void> {
  const writer = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  try {
    if ((await writer.stat()).isFIFO()) await writer.write("\n");
  } finally {
    await writer.close();
  }
}

/**
 * Opens a file, or a pipe that has a name, for reading. Open and reads of a pipe wait in the kernel, where no Ctrl-C
 * reaches them (fifo(7)): with the signal they come back.
 * @throws AbortError when the signal comes first, CliError `failed` for a folder, else what the operating system says.
 */
export async function openInput(path: string, signal: AbortSignal): Promise<FileHandle> {
  const there = await stat(path);
  signal.throwIfAborted();
  // It can be opened, and is refused at the first read, where nobody knows its name.
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
