import { type FileHandle, open, realpath, rename, rm } from "node:fs/promises";
import { CliError } from "../../../cli/errors.ts";
import { neutralise, restore } from "../../../csv/neutralise.ts";
import { record } from "../../../csv/record.ts";
import { rejectsBeginning, rejectsHeader } from "./header.ts";

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
  /** Told of each reason where there is no file. */
  tell: (line: string) => void;
}

/** Whether the name is free, or that of a file that an earlier import wrote, which may be replaced. */
async function mayReplace(file: string): Promise<boolean> {
  let handle: FileHandle;
  try {
    handle = await open(file);
  } catch (error) {
    // One that cannot be read may hold anything.
    return error instanceof Error && "code" in error && error.code === "ENOENT";
  }
  try {
    if (!(await handle.stat()).isFile()) return false;
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(64) });
    return rejectsBeginning.test(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await handle.close();
  }
}

const partialOf = (file: string): string => `${file}.partial`;

/** An import restores a cell once, so one that is neutralised already stays as it is. */
const neutralisedOnce = (cell: string): string => neutralise(restore(cell));

/** What a path leads to; undefined where there is nothing. */
const real = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

/** @throws CliError `usage` when writing the rejects would overwrite the file they come from, or another than rejects. */
async function requireFree(file: string, source: string | undefined): Promise<void> {
  const hint = "Name another file: --rejects FILE";
  const from = source === undefined ? undefined : await real(source);
  for (const written of [file, partialOf(file)])
    if (from !== undefined && from === (await real(written)))
      throw new CliError("usage", `${written} is the file that is imported.`, { hint });
  if (!(await mayReplace(file)))
    throw new CliError("usage", `${file} is there already, and holds something else than rejected lines.`, { hint });
}

/**
 * Makes ready for rejected lines. The file appears with the first of them.
 * @throws CliError `usage` when there is another file by that name, the imported one or any; `failed` when a named file cannot be written.
 */
export async function openRejects(options: RejectsOptions): Promise<Rejects> {
  const { file, source, named, header, delimiter, mark, tell } = options;
  if (file !== undefined) await requireFree(file, source);
  let partial: FileHandle | undefined;
  let target = file;
  let count = 0;
  const write = async (cells: readonly string[]) => {
    await partial?.write(`${record(cells.map(neutralisedOnce), delimiter)}\n`);
  };
  const begin = async () => {
    if (target === undefined || partial) return;
    try {
      partial = await open(partialOf(target), "w", 0o600);
      await partial.write(mark ? "\uFEFF" : "");
      await write([...rejectsHeader, ...header]);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      if (named) throw new CliError("failed", `${target} cannot be written: ${why}`, { cause });
      tell(`${target} cannot be written (${why}). The reasons:`);
      target = undefined;
    }
  };
  let last: Promise<void> = Promise.resolve();
  const put = async (line: number, reason: string, cells: readonly string[]): Promise<void> => {
    await begin();
    if (target === undefined) tell(`  line ${line}: ${reason}`);
    else await write([String(line), reason, ...cells]);
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
      await partial?.close();
      if (target === undefined) return;
      if (partial) return rename(partialOf(target), target);
      await rm(target, { force: true });
      // That of an import that did not come through. It is in nobody's way if it cannot go.
      await rm(partialOf(target), { force: true }).catch(() => undefined);
    },
    async leave() {
      // What ended the import is told, not what it then led to.
      await partial?.close().catch(() => undefined);
      return partial && target !== undefined ? partialOf(target) : undefined;
    },
  };
}
