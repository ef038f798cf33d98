import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { CliError } from "../../../cli/errors.ts";
import { neutralise } from "../../../csv/neutralise.ts";
import { record } from "../../../csv/record.ts";
import { rejectsBeginning, rejectsHeader } from "./header.ts";

/** The lines an import could not take, each with its number and the reason. */
export interface Rejects {
  readonly count: number;
  /** Where they are; undefined where they were said on stderr. */
  readonly file: string | undefined;
  add(line: number, reason: string, cells: readonly string[]): Promise<void>;
  /** Gives the file its name; one of an earlier import goes when nothing was rejected. */
  close(): Promise<void>;
}

export interface RejectsOptions {
  /** File to write (0600); undefined for none. */
  file: string | undefined;
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

/**
 * Makes ready for rejected lines. The file appears with the first of them.
 * @throws CliError `usage` when there is another file by that name, `failed` when a named file cannot be written.
 */
export async function openRejects({ file, named, header, delimiter, mark, tell }: RejectsOptions): Promise<Rejects> {
  if (file !== undefined && !(await mayReplace(file)))
    throw new CliError("usage", `${file} is there already, and holds something else than rejected lines.`, {
      hint: "Name another file: --rejects FILE",
    });
  let partial: FileHandle | undefined;
  let target = file;
  let count = 0;
  const write = async (cells: readonly string[]) => partial?.write(`${record(cells.map(neutralise), delimiter)}\n`);
  const begin = async () => {
    if (target === undefined || partial) return;
    try {
      partial = await open(`${target}.partial`, "w", 0o600);
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
    async close() {
      await partial?.close();
      if (target === undefined) return;
      if (partial) await rename(`${target}.partial`, target);
      else await rm(target, { force: true });
    },
  };
}
