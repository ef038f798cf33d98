import { constants, type FileHandle, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Time between two looks for a reader of a pipe, in ms. */
const pollInterval = 100;

const waitsForReader = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENXIO";

/** Opens a pipe's end for reading meanwhile: without a reader a writer's open waits, and one may have left by then. */
async function openBeside(path: string, probe: FileHandle): Promise<FileHandle> {
  const reader = (await probe.stat()).isFIFO()
    ? await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    : undefined;
  try {
    return await open(path, constants.O_WRONLY);
  } finally {
    await reader?.close();
  }
}

/**
 * Opens a device or a named pipe for writing. A pipe is opened when somebody reads it: a plain open would wait in the
 * kernel, where no Ctrl-C reaches it (fifo(7)).
 * @throws AbortError when the signal comes first, else what the operating system says.
 */
export async function openStream(path: string, signal: AbortSignal): Promise<FileHandle> {
  for (;;) {
    try {
      const probe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
      // Written through a descriptor that blocks: the probe's would refuse what the reader has no room for.
      return await openBeside(path, probe).finally(() => probe.close());
    } catch (error) {
      if (!waitsForReader(error)) throw error;
      await sleep(pollInterval, undefined, { signal });
    }
  }
}
