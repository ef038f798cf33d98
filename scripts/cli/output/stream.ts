import { constants, type FileHandle, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { CliError } from "../errors.ts";
import { isClosedPipe } from "../fileError.ts";
import { codeOf } from "../../../server/errors/caught.ts";

/** Time between two checks whether a pipe has a reader, in ms. */
const pollInterval = 100;

const waitsForReader = (error: unknown): boolean => codeOf(error) === "ENXIO";

/** Opens for writing. Holds a pipe's reading end meanwhile: its reader may have left, and the open would wait for another. */
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
 * Opens a device or a named pipe for writing. A pipe is opened once it has a reader: a plain open would wait in the kernel,
 * where Ctrl-C has no effect (fifo(7)).
 * @throws AbortError when the signal comes first, else the operating system's error.
 */
export async function openStream(path: string, signal: AbortSignal): Promise<FileHandle> {
  for (;;) {
    try {
      const probe = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
      // Data goes through a blocking descriptor: the probe's would fail where the reader has no room.
      return await openBeside(path, probe).finally(() => probe.close());
    } catch (error) {
      if (!waitsForReader(error)) throw error;
      await sleep(pollInterval, undefined, { signal });
    }
  }
}

/**
 * Writes to a device or a named pipe. Unlike a reader of stdout, that of a named pipe is not part of a shell's pipeline, whose
 * status would show that it failed: that it leaves early is reported.
 * @param what what is written, such as `export`
 * @throws CliError `failed` when the reader leaves, AbortError when the signal comes before there is one, what `fill` throws,
 *   else the operating system's error.
 */
export async function toStream(
  path: string,
  signal: AbortSignal,
  what: string,
  fill: (put: (content: string | Uint8Array) => Promise<void>) => Promise<void>,
): Promise<void> {
  const handle = await openStream(path, signal);
  try {
    await fill((content) =>
      handle.writeFile(content).catch((cause: unknown) => {
        if (!isClosedPipe(cause)) throw cause;
        throw new CliError("failed", `The ${what} is incomplete: the program reading ${path} has ended.`, { cause });
      }),
    );
  } finally {
    await handle.close();
  }
}
