import { type FileHandle, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import * as v from "valibot";
import { CliError } from "../../cli/errors.ts";
import { type Claim, claim, ClaimedError } from "../../cli/output/claim.ts";
import type { ExportRequest } from "./request/request.ts";
import type { Cursor } from "./request/tables.ts";

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

/** Names of what an unfinished export leaves. Rows are in `data`, keys alone in `state`, who writes it in `claim`. */
export const partialFiles = (out: string) => ({
  data: `${out}.partial`,
  state: `${out}.partial.json`,
  workbook: `${out}.partial.xlsx`,
  claim: `${out}.partial.lock`,
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

/**
 * Keeps other exports from the partial of `out`: two that write it at once spoil it, and each would report success.
 * @throws CliError `failed` when one is under way.
 */
export async function claimPartial(out: string, now: Date): Promise<Claim> {
  const file = partialFiles(out).claim;
  return claim(file, now).catch((cause: unknown) => {
    if (!(cause instanceof ClaimedError)) throw cause;
    const { pid, since, host } = cause.claimant ?? {};
    const who = pid === undefined ? "" : ` (process ${pid} on ${host}, since ${since})`;
    throw new CliError("failed", `Another export is writing ${out}${who}.`, {
      hint: `Wait for it, or give another --out. If that process is gone for good: rm '${file}'`,
      cause,
    });
  });
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
  const next = `${file}.new`;
  try {
    await writeFile(next, JSON.stringify(progress), { mode: 0o600 });
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

/** Opens the partial (0600) of a new export, `head` written, or of one that is taken up. */
export async function openPartial(out: string, progress: Progress, head: string): Promise<Partial> {
  const { data, state } = partialFiles(out);
  const taken = progress.bytes > 0 || progress.after !== undefined;
  if (!taken) await rm(data, { force: true });
  const file = await open(data, taken ? "r+" : "wx", 0o600);
  try {
    await file.truncate(progress.bytes);
    const partial = track(file, state, progress);
    if (!taken && head !== "") await partial.write(head);
    await saveState(state, progress);
    return partial;
  } catch (error) {
    await file.close();
    if (!taken) await discardPartial(out);
    throw error;
  }
}

/** Removes all that an unfinished export leaves, its claim aside. */
export async function discardPartial(out: string): Promise<void> {
  const { data, state, workbook } = partialFiles(out);
  await Promise.all([data, state, workbook].map((file) => rm(file, { force: true })));
}

function track(file: FileHandle, state: string, progress: Progress) {
  let synced = Date.now();
  const write = async (text: string): Promise<void> => {
    const chunk = Buffer.from(text);
    // A disk that fills up takes a part of a write and says so by its length alone.
    for (let written = 0; written < chunk.byteLength;)
      written += (await file.write(chunk, written, chunk.byteLength - written, progress.bytes + written)).bytesWritten;
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
      try {
        await file.sync();
        await saveState(state, progress);
      } finally {
        await file.close();
      }
    },
  };
}
