import type { FileHandle } from "node:fs/promises";
import type { Claim } from "../../../cli/output/claim.ts";
import { openFresh } from "../../../cli/output/openFresh.ts";
import { isSystemError, writeError } from "../../../cli/fileError.ts";
import { neutralise, restore } from "../../../csv/neutralise.ts";
import { record } from "../../../csv/record.ts";
import { rejectsHeader } from "./header.ts";
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
export interface RejectsOptions {
  /** File to write (0600); undefined for none. */
  file: string | undefined;
  /** File that is imported; undefined for stdin. */
  source: string | undefined;
  /** Whether the operator named that file, which means that a failure to write it is an error. */
  named: boolean;
  header: readonly string[];
  delimiter: string;
  /** Whether it begins with a byte order mark, as the imported file does. */
  mark: boolean;
  now: Date;
  /** Called with each reason where there is no file. */
  tell: (line: string) => void;
}

/** Turns an error of the operating system about a file into one line. */
const refused = (path: string, cause: unknown): unknown => (isSystemError(cause) ? writeError(path, cause) : cause);

const toldAs = (path: string, work: () => Promise<void>): Promise<void> =>
  work().catch((cause: unknown) => {
    throw refused(path, cause);
  });

/** An import undoes neutralising once, so a cell that is neutralised already stays as it is. */
const neutralisedOnce = (cell: string): string => neutralise(restore(cell));

/**
 * Prepares for rejected lines. The file is created with the first of them.
 * @throws CliError `usage` when the file is the imported one, or exists and holds something other than rejected lines;
 *   `failed` when a named file cannot be written, the disk is full, or another import writes the file.
 */
export async function openRejects(options: RejectsOptions): Promise<Rejects> {
  const { file, source, named, header, delimiter, mark, now, tell } = options;
  let claim: Claim | undefined;
  let unclaimed: unknown;
  if (file !== undefined) {
    await requireFree([file, partialOf(file)], source);
    try {
      claim = await claimPartial(file, now);
    } catch (cause) {
      if (named || !isSystemError(cause)) throw refused(file, cause);
      // Reported with the first line that cannot be written, if there is one.
      unclaimed = cause;
    }
  }
  let partial: FileHandle | undefined;
  let target = file;
  let count = 0;
  const write = async (cells: readonly string[]) => {
    // appendFile goes on where the disk took only part of a write, and so learns the reason.
    await partial?.appendFile(`${record(cells.map(neutralisedOnce), delimiter)}\n`);
  };
  const begin = async () => {
    if (target === undefined || partial) return;
    try {
      if (unclaimed) throw unclaimed;
      partial = await openFresh(partialOf(target));
      await partial.appendFile(mark ? "\uFEFF" : "");
      await write([...rejectsHeader, ...header]);
    } catch (cause) {
      if (named) throw refused(target, cause);
      const known = refused(target, cause);
      tell(`${known instanceof Error ? known.message : String(known)} The reasons:`);
      target = undefined;
    }
  };
  let last: Promise<void> = Promise.resolve();
  const put = async (line: number, reason: string, cells: readonly string[]): Promise<void> => {
    await begin();
    if (target === undefined) tell(`  line ${line}: ${reason}`);
    else await toldAs(partialOf(target), () => write([String(line), reason, ...cells]));
  };
  return {
    get count() {
      return count;
    },
    get file() {
      return target;
    },
    add(line, reason, cells) {
      count += 1;
      // One after the other: lines that the database refuses arrive while the next lines are read.
      last = last.then(() => put(line, reason, cells));
      return last;
    },
    async finish() {
      try {
        const whole = target;
        if (whole === undefined || !claim) await partial?.close();
        else
          await toldAs(whole, async () => {
            await partial?.close();
            await settle(whole, partial !== undefined);
          });
      } finally {
        await claim?.release();
      }
    },
    async leave() {
      // The error that ended the import is reported, not one that followed from it.
      await partial?.close().catch(() => undefined);
      await claim?.release().catch(() => undefined);
      return partial && target !== undefined ? partialOf(target) : undefined;
    },
  };
}
