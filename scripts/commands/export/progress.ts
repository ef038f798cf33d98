import { constants, readFile, rename, rm, stat } from "node:fs/promises";
import * as v from "valibot";
import { CliError } from "../../cli/errors.ts";
import type { Claim } from "../../cli/output/claim.ts";
import { claimAlone } from "../../cli/output/claimAlone.ts";
import { openFresh } from "../../cli/output/openFresh.ts";
import type { ExportRequest } from "./request/request.ts";

const cursor = v.object({ created_at: v.string(), id: v.string() });
const stateFile = v.object({
  request: v.string(),
  through: cursor,
  after: v.optional(cursor),
  rows: v.number(),
  bytes: v.number(),
});

/** How far an export has come: the first `bytes` of the partial file are complete. */
export type Progress = v.InferOutput<typeof stateFile>;

/** Names of an unfinished export's files. Rows are in `data`, only keys in `state`, who writes them in `claim`. */
export const partialFiles = (out: string) => ({
  data: `${out}.partial`,
  state: `${out}.partial.json`,
  workbook: `${out}.partial.xlsx`,
  claim: `${out}.partial.lock`,
});

/**
 * Keeps other exports from the partial file of `out`: two that write it at once would spoil it, and each report success.
 * @throws CliError `failed` when another export is under way.
 */
export const claimPartial = (out: string, now: Date): Promise<Claim> =>
  claimAlone(partialFiles(out).claim, now, {
    underWay: `Another export is writing ${out}`,
    instead: "give another --out",
  });

const damaged = (file: string, cause?: unknown): CliError =>
  new CliError("failed", `${file} is damaged; the export cannot be resumed.`, {
    hint: "Start afresh: leave --resume out.",
    cause,
  });

async function readState(file: string): Promise<Progress | undefined> {
  // A plain open of somebody else's pipe would wait in the kernel for a writer, where Ctrl-C has no effect (fifo(7)).
  const flag = constants.O_RDONLY | constants.O_NONBLOCK;
  const text = await readFile(file, { encoding: "utf8", flag }).catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return v.parse(stateFile, JSON.parse(text));
  } catch (cause) {
    throw damaged(file, cause);
  }
}

/** Bytes of a file; undefined where there is none. */
const sizeOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ size }) => size,
    () => undefined,
  );

/**
 * Reads how far an earlier, unfinished export to `out` has come.
 * @throws CliError when there is none, it was made with other options, or its files are damaged.
 */
export async function unfinished(out: string, request: ExportRequest): Promise<Progress> {
  const files = partialFiles(out);
  const [state, size] = await Promise.all([readState(files.state), sizeOf(files.data)]);
  if (!state || size === undefined)
    throw new CliError("usage", `There is no unfinished export to ${out}.`, {
      hint: "Give the same --out as then, or leave --resume out.",
    });
  if (state.request !== JSON.stringify(request))
    throw new CliError("usage", `The unfinished export to ${out} was made with other options.`, {
      hint: "Give the same options as then, or leave --resume out.",
    });
  if (size < state.bytes) throw damaged(files.data);
  return state;
}

/** Records how far an export has come, atomically. @throws the operating system's error. */
export async function saveState(file: string, progress: Progress): Promise<void> {
  const next = `${file}.new`;
  try {
    const handle = await openFresh(next);
    await handle.writeFile(JSON.stringify(progress)).finally(() => handle.close());
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true }).catch(() => undefined);
    throw error;
  }
}
