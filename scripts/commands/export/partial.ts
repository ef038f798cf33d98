import { type FileHandle, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import * as v from "valibot";
import { CliError } from "../../cli/errors.ts";
import type { ExportRequest } from "./request.ts";
import type { Cursor } from "./tables.ts";

const cursor = v.object({ created_at: v.string(), id: v.string() });
const stateFile = v.object({
  request: v.string(),
  through: cursor,
  after: v.optional(cursor),
  rows: v.number(),
  bytes: v.number(),
});

/** How far an export has come: everything up to `bytes` of the partial is whole. */
export type Progress = v.InferOutput<typeof stateFile>;

/** Names of what an unfinished export leaves. Rows are in `data`, keys alone in `state`. */
export const partialFiles = (out: string) => ({
  data: `${out}.partial`,
  state: `${out}.partial.json`,
  workbook: `${out}.partial.xlsx`,
});

/** Shortest time between two checkpoints that wait for the disk, in ms. */
const syncInterval = 1000;

/** A file that is being written, and can be taken up again after any stop, kill -9 included. */
export interface Partial {
  progress: Progress;
  append(text: string, rows: number, after: Cursor): Promise<void>;
  /** Puts the whole file on the disk and closes it. */
  close(): Promise<void>;
}

async function readState(file: string): Promise<Progress | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return v.parse(stateFile, JSON.parse(text));
  } catch (cause) {
    throw new CliError("failed", `${file} is damaged; the export cannot be resumed.`, {
      hint: "Start afresh: leave --resume out.",
      cause,
    });
  }
}

/**
 * Reads how far an earlier, unfinished export to `out` has come.
 * @throws CliError when there is none, or it was an export of something else.
 */
export async function unfinished(out: string, request: ExportRequest): Promise<Progress> {
  const state = await readState(partialFiles(out).state);
  if (!state)
    throw new CliError("usage", `There is no unfinished export to ${out}.`, {
      hint: "Give the same --out as then, or leave --resume out.",
    });
  if (state.request !== JSON.stringify(request))
    throw new CliError("usage", `The unfinished export to ${out} was made with other options.`, {
      hint: "Give the same options as then, or leave --resume out.",
    });
  return state;
}

async function saveState(file: string, progress: Progress): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(progress), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Opens the partial (0600) of a new export, `head` written, or of one that is taken up. */
export async function openPartial(out: string, progress: Progress, head: string): Promise<Partial> {
  const { data, state } = partialFiles(out);
  const taken = progress.bytes > 0 || progress.after !== undefined;
  if (!taken) await rm(data, { force: true });
  const file = await open(data, taken ? "r+" : "wx", 0o600);
  await file.truncate(progress.bytes);
  const partial = track(file, state, progress);
  if (!taken && head !== "") await partial.write(head);
  await saveState(state, progress);
  return partial;
}

function track(file: FileHandle, state: string, progress: Progress) {
  let synced = Date.now();
  const write = async (text: string): Promise<void> => {
    const chunk = Buffer.from(text);
    await file.write(chunk, 0, chunk.byteLength, progress.bytes);
    progress.bytes += chunk.byteLength;
  };
  return {
    progress,
    write,
    async append(text: string, rows: number, after: Cursor) {
      await write(text);
      progress.rows += rows;
      progress.after = { created_at: after.created_at, id: after.id };
      // The state must never be ahead of the data, also after a power cut.
      if (Date.now() - synced >= syncInterval) {
        await file.datasync();
        synced = Date.now();
        await saveState(state, progress);
      }
    },
    async close() {
      await file.sync();
      await saveState(state, progress);
      await file.close();
    },
  };
}
