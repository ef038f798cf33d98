import type { FileHandle } from "node:fs/promises";
import { openFresh } from "../../../cli/output/openFresh.ts";
import { writeError } from "../../../cli/fileError.ts";
import { neutralise, restore } from "../../../csv/neutralise.ts";
import { record } from "../../../csv/record.ts";
import { rejectsHeader } from "./header.ts";
import { partialOf } from "./partial.ts";
import { messageOf } from "../../../../server/errors/caught.ts";

/** Where lines are written, and their format. */
export interface LineOptions {
  /** File to write (0600); undefined for none. */
  file: string | undefined;
  /** Whether the operator named that file, which means that a failure to write it is an error. */
  named: boolean;
  header: readonly string[];
  delimiter: string;
  /** Whether it begins with a byte order mark, as the imported file does. */
  mark: boolean;
  /** Called with each reason where there is no file. */
  tell: (line: string) => void;
}

/** Does work on a file. @throws CliError `failed` in place of the operating system's error. */
export const toldAs = (path: string, work: () => Promise<void>): Promise<void> =>
  work().catch((cause: unknown) => {
    throw writeError(path, cause);
  });

/** An import undoes neutralising once, so a cell that is neutralised already stays as it is. */
const neutralisedOnce = (cell: string): string => neutralise(restore(cell));

/**
 * Writes lines to the partial file, which the first of them creates. If that fails for a file that nobody named, says why
 * (`unclaimed`, if that is set), and tells this line and the following ones.
 */
export function lineWriter({ file, named, header, delimiter, mark, tell }: LineOptions, unclaimed: unknown) {
  let partial: FileHandle | undefined;
  let target = file;
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
      const known = writeError(target, cause);
      if (named) throw known;
      tell(`${messageOf(known)} The reasons:`);
      target = undefined;
    }
  };
  return {
    /** The file whose partial file gets the lines; undefined where they are told. */
    target: () => target,
    begun: () => partial !== undefined,
    async put(line: number, reason: string, cells: readonly string[]): Promise<void> {
      await begin();
      if (target === undefined) tell(`  line ${line}: ${reason}`);
      else await toldAs(partialOf(target), () => write([String(line), reason, ...cells]));
    },
    close: async (): Promise<void> => partial?.close(),
  };
}
