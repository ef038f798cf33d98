import { type FileHandle, open } from "node:fs/promises";
import type { Claim } from "../../../cli/output/claim.ts";
import { isSystemError, writeError } from "../../../cli/fileError.ts";
import { neutralise, restore } from "../../../csv/neutralise.ts";
import { record } from "../../../csv/record.ts";
import { rejectsHeader } from "./header.ts";
import { claimPartial, partialOf, settle } from "./partial.ts";
import { requireFree } from "./requireFree.ts";

/** The lines an import could not take, each with its number and the reason. */
export interface Rejects {
  readonly count: number;
  /** Where they are; undefined where they were said on stderr. */
  readonly file: string | undefined;
  add(line: number, reason: string, cells: readonly string[]): Promise<void>;
  /** Ends those of a whole import: gives the file its name; one of an earlier import goes when nothing was rejected. */
  finish(): Promise<void>;
  /** Ends those of one that has not come through: leaves a file of an earlier import, and gives the name of its own. */
  leave(): Promise<string | undefined>;
}

/** Where rejected lines go, and how they are written. */
export interface RejectsOptions {
  /** File to write (0600); undefined for none. */
  file: string | undefined;
  /** File that is imported; undefined for stdin. */
  source: string | undefined;
  /** Whether the operator named that file: then it must be possible to write it. */
  named: boolean;
  header: readonly string[];
  delimiter: string;
  /** Whether it begins with a byte order mark, as the imported file does. */
  mark: boolean;
  now: Date;
  /** Told of each reason where there is no file. */
  tell: (line: string) => void;
}

/** What the operating system says of a file, in a line. */
const refused = (path: string, cause: unknown): unknown => (isSystemError(cause) ? writeError(path, cause) : cause);

const toldAs = (path: string, work: () => Promise<void>): Promise<void> =>
  work().catch((cause: unknown) => {
    throw refused(path, cause);
  });

/** An import restores a cell once, so one that is neutralised already stays as it is. */
const neutralisedOnce = (cell: string): string => neutralise(restore(cell));

/**
 * Makes ready for rejected lines. The file appears with the first of them.
 * @throws CliError `usage` when there is another file by that name, the imported one or any; `failed` when a named file
 *   cannot be written, the disk takes no more, or another import writes the file.
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
      // Told with the first line that has no place, if there is any.
      unclaimed = cause;
    }
  }
  let partial: FileHandle | undefined;
  let target = file;
  let count = 0;
  const write = async (cells: readonly string[]) => {
    // appendFile goes on after a write that the disk took in part, and so learns why.
    await partial?.appendFile(`${record(cells.map(neutralisedOnce), delimiter)}\n`);
  };
  const begin = async () => {
    if (target === undefined || partial) return;
    try {
      if (unclaimed) throw unclaimed;
      partial = await open(partialOf(target), "w", 0o600);
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
      // In turn: the lines of a batch that the database refuses come while the next lines are read.
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
