import { readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { ifMissing } from "../../../server/lib/caught.ts";
import { writeWhole } from "../../../server/lib/writeWhole.ts";
import type { Context } from "../../cli/session/context.ts";
import { neutralise, record, restore } from "../../files/csv.ts";
import { CliError, writeError } from "../../data/errors.ts";
import { say } from "../../cli/terminal/io.ts";
import type { PeopleFile } from "../../files/file.ts";

/** How many reasons are shown at most when no file is written. */
const shown = 20;

/** The lines that an import could not take, each with its number and the reason. */
export interface Rejects {
  readonly count: number;
  add(line: number, reason: string, cells: readonly string[]): void;
  /**
   * Writes the rejected lines once the import is complete, and returns the name of the file; undefined when there
   * are none.
   */
  finish(): Promise<string | undefined>;
}

/**
 * Prepares for rejected lines. They go to a file beside the imported one (mode 0600), or to a file that the
 * operator names; lines of stdin and of a dry run are only shown. The file has the form of the imported one, so
 * that it can be corrected and imported; its first two columns are ignored then.
 * @throws CliError `usage` when there is a file with something other than rejected lines.
 */
export async function openRejects(
  context: Context,
  { path, delimiter, mark }: PeopleFile,
  columns: readonly string[],
  { rejects, dryRun }: { rejects?: string; dryRun?: true },
): Promise<Rejects> {
  if (rejects === "-") throw new CliError("usage", "--rejects takes a file, not stdout.");
  const beside = path === undefined || dryRun ? undefined : `${path}.rejects.csv`;
  const file = rejects === undefined ? beside : resolve(context.folder, rejects);
  const failed = (cause: unknown) => {
    throw writeError(file ?? "", cause);
  };
  const there = file === undefined ? "" : await readFile(file, "utf8").catch(ifMissing("")).catch(failed);
  if (there !== "" && !/^\uFEFF?rejected line./u.test(there))
    throw new CliError("usage", `${file} exists already, and holds something other than rejected lines.`, {
      hint: "Name another file: --rejects FILE",
    });
  const lineOf = (cells: readonly string[]) =>
    `${record(
      cells.map((cell) => neutralise(restore(cell))),
      delimiter,
    )}\n`;
  const lines = [`${mark ? "\uFEFF" : ""}${lineOf(["rejected line", "rejection reason", ...columns])}`];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(number, reason, cells) {
      count += 1;
      if (file !== undefined) lines.push(lineOf([String(number), reason, ...cells]));
      else if (count <= shown) say(context, `  line ${number}: ${reason}`);
      else if (count === shown + 1) say(context, "  … (--rejects FILE has them all)");
    },
    async finish() {
      if (file === undefined) return undefined;
      // What an earlier import rejected has been imported.
      await (count === 0 ? rm(file, { force: true }) : writeWhole(file, lines.join(""))).catch(failed);
      return count === 0 ? undefined : file;
    },
  };
}
