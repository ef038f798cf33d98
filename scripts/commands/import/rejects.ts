import { readFile, realpath, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { stringify } from "csv-stringify/sync";
import { ifMissing } from "../../../server/errors/caught.ts";
import { writeWhole } from "../../../server/files/writeWhole.ts";
import type { Context } from "../../cli/context.ts";
import { CliError, writeError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { neutralise, restore } from "../../cli/csv.ts";
import type { PeopleFile } from "../../records/file.ts";

/** Headers of the columns with a rejected line's number and the reason; an import ignores them. */
const header = ["rejected line", "rejection reason"];

/** Most reasons that are shown where there is no file for them. */
const shown = 20;

/** The lines that an import could not take, each with its number and the reason. */
export interface Rejects {
  readonly count: number;
  add(line: number, reason: string, cells: readonly string[]): void;
  /** Writes them, once the import is complete, and returns the name of their file; undefined for none. */
  finish(): Promise<string | undefined>;
}

/**
 * Prepares for rejected lines: they go to a file beside the imported one (0600), or to one that the operator names; of stdin and in a dry
 * run they are told. The file has the form of the imported one, to be corrected and imported.
 * @throws CliError `usage` when there is a file with something other than rejected lines, or it is the imported one.
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
  if (file !== undefined) await requireFree(file, path);
  const lines: string[] = [];
  let count = 0;
  const line = (cells: readonly string[]) => stringify([cells.map((cell) => neutralise(restore(cell)))], { delimiter });
  return {
    get count() {
      return count;
    },
    add(number, reason, cells) {
      count += 1;
      if (file !== undefined) lines.push(line([String(number), reason, ...cells]));
      else if (count <= shown) say(context, `  line ${number}: ${reason}`);
      else if (count === shown + 1) say(context, "  … (--rejects FILE has them all)");
    },
    async finish() {
      if (file === undefined) return undefined;
      try {
        // What an earlier import rejected has been imported.
        if (count === 0) return void (await rm(file, { force: true }));
        await writeWhole(file, [mark ? "\uFEFF" : "", line([...header, ...columns]), ...lines].join(""));
      } catch (cause) {
        throw writeError(file, cause);
      }
      return file;
    },
  };
}

async function requireFree(file: string, imported: string | undefined): Promise<void> {
  const hint = "Name another file: --rejects FILE";
  const real = (path: string) => realpath(path).catch(() => undefined);
  if (imported !== undefined && (await real(imported)) === (await real(file)))
    throw new CliError("usage", `${file} is the file being imported.`, { hint });
  try {
    const there = await readFile(file, "utf8").catch(ifMissing(""));
    if (there !== "" && !/^\uFEFF?rejected line./u.test(there))
      throw new CliError("usage", `${file} exists already, and holds something other than rejected lines.`, { hint });
  } catch (cause) {
    throw writeError(file, cause);
  }
}
