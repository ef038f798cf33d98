import type { Claim } from "../../../cli/output/claim.ts";
import { isSystemError, writeError } from "../../../cli/fileError.ts";
import { type LineOptions, lineWriter, toldAs } from "./lineWriter.ts";
import { claimPartial, partialOf, settle } from "./partial.ts";
import { requireFree } from "./requireFree.ts";

/** The lines that an import could not take, each with its number and the reason. */
export interface Rejects {
  readonly count: number;
  /** The file that they are in; undefined where they were reported on stderr. */
  readonly file: string | undefined;
  add(line: number, reason: string, cells: readonly string[]): Promise<void>;
  /** Ends a complete import: gives the file its name, or, where nothing was rejected, removes that of an earlier import. */
  finish(): Promise<void>;
  /** Ends an incomplete import: keeps the file of an earlier import, and returns the name of this one's partial file. */
  leave(): Promise<string | undefined>;
}

/** Where rejected lines go, and their format. */
export interface RejectsOptions extends LineOptions {
  /** File that is imported; undefined for stdin. */
  source: string | undefined;
  now: Date;
}

/** The right to write the file, or why nobody can have it; neither where there is no file. */
async function claimFile({
  file,
  source,
  named,
  now,
}: RejectsOptions): Promise<{ claim?: Claim; unclaimed?: unknown }> {
  if (file === undefined) return {};
  await requireFree([file, partialOf(file)], source);
  try {
    return { claim: await claimPartial(file, now) };
  } catch (cause) {
    if (named || !isSystemError(cause)) throw writeError(file, cause);
    return { unclaimed: cause };
  }
}

/**
 * Prepares for rejected lines. The file is created with the first of them.
 * @throws CliError `usage` when the file is the imported one, or exists and holds something other than rejected lines;
 *   `failed` when a named file cannot be written, the disk is full, or another import writes the file.
 */
export async function openRejects(options: RejectsOptions): Promise<Rejects> {
  const { claim, unclaimed } = await claimFile(options);
  const { target, begun, put, close } = lineWriter(options, unclaimed);
  let count = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    get count() {
      return count;
    },
    get file() {
      return target();
    },
    add(line, reason, cells) {
      count += 1;
      // One after the other: lines that the database refuses arrive while the next lines are read.
      last = last.then(() => put(line, reason, cells));
      return last;
    },
    async finish() {
      try {
        const whole = target();
        if (whole === undefined || !claim) await close();
        else
          await toldAs(whole, async () => {
            await close();
            await settle(whole, begun());
          });
      } finally {
        await claim?.release();
      }
    },
    async leave() {
      // The error that ended the import is reported, not one that followed from it.
      await close().catch(() => undefined);
      await claim?.release().catch(() => undefined);
      const whole = target();
      return begun() && whole !== undefined ? partialOf(whole) : undefined;
    },
  };
}
