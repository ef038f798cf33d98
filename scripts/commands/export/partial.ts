import { constants, type FileHandle, open, rm } from "node:fs/promises";
import { CliError } from "../../cli/errors.ts";
import { openFresh } from "../../cli/output/openFresh.ts";
import { partialFiles, type Progress, saveState } from "./progress.ts";
import type { Page } from "./rows.ts";
import { codeOf } from "../../../server/errors/caught.ts";

/** Shortest time between two checkpoints, which wait for the disk, in ms. */
export const syncInterval = 1000;

/** A file that is being written, and can be continued after any interruption, kill -9 included. */
export interface PartialExport {
  progress: Progress;
  /** How many rows a resumed export would not have to write again. */
  kept(): number;
  append(page: Page): Promise<void>;
  /** Puts the whole file on the disk and closes it. */
  close(): Promise<void>;
}

/**
 * Opens the partial file (0600): of a new export, with `head` written to it, or of one that is resumed.
 * @throws the operating system's error.
 */
export async function openPartial(out: string, progress: Progress, head: string): Promise<PartialExport> {
  const { data, state } = partialFiles(out);
  const taken = progress.bytes > 0 || progress.after !== undefined;
  const file = await (taken ? openOwn(data) : openFresh(data));
  try {
    await file.truncate(progress.bytes);
    const partial = track(file, state, progress);
    if (!taken) await partial.write(Buffer.from(head));
    await partial.save();
    return partial;
  } catch (error) {
    await file.close();
    // The error that ended the export is reported, not one that followed from it.
    if (!taken) await discardPartial(out).catch(() => undefined);
    throw error;
  }
}

/**
 * Opens a file to continue it. In a folder that others may write to, it could be one that somebody else can read, or a link.
 * @throws CliError `failed` for a file of another user, the operating system's error
 */
async function openOwn(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
  const { uid } = await file.stat();
  if (uid === (process.getuid?.() ?? uid)) return file;
  await file.close();
  throw new CliError("failed", `${path} belongs to another user (${uid}); the export cannot be resumed.`, {
    hint: "Start afresh: leave --resume out.",
  });
}

const isFolder = (error: unknown): boolean => codeOf(error) === "ERR_FS_EISDIR";

/** Removes all files of an unfinished export except its claim; a folder with such a name is not ours. */
export async function discardPartial(out: string): Promise<void> {
  const { data, state, workbook } = partialFiles(out);
  await Promise.all(
    [data, state, workbook].map((file) =>
      rm(file, { force: true }).catch((error: unknown) => {
        if (!isFolder(error)) throw error;
      }),
    ),
  );
}

function track(file: FileHandle, state: string, progress: Progress) {
  // By the monotonic clock: with the system clock, setting that back would put off the checkpoints.
  let synced = performance.now();
  let kept = 0;
  const save = async (): Promise<void> => {
    await saveState(state, progress);
    kept = progress.rows;
  };
  const write = async (chunk: Buffer): Promise<void> => {
    // On a disk that fills up, a write takes only part of the data; only the returned length shows that.
    for (let written = 0; written < chunk.byteLength;)
      written += (await file.write(chunk, written, chunk.byteLength - written, progress.bytes + written)).bytesWritten;
    progress.bytes += chunk.byteLength;
  };
  return {
    progress,
    kept: () => kept,
    save,
    write,
    async append({ content, rows, last }: Page) {
      await write(content);
      progress.rows += rows;
      progress.after = last;
      // The state must never be ahead of the data, not even after a power cut.
      if (performance.now() - synced >= syncInterval) {
        await file.datasync();
        synced = performance.now();
        await save();
      }
    },
    async close() {
      try {
        // Of a page that a full disk has cut off nothing is kept, which leaves room for the state.
        await file.truncate(progress.bytes);
        await file.sync();
        await save();
      } finally {
        await file.close();
      }
    },
  };
}
