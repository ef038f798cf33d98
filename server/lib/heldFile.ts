import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { open, readFile, rename, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import * as v from "valibot";
import { codeOf, ifMissing } from "./caught.ts";
import { writeWhole } from "./writeWhole.ts";

const run = promisify(execFile);

const schema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** When that process started, as its system writes it: the number alone may be another process's by now. */
  since: v.string(),
  /** It is a command, which ends by itself. */
  command: v.optional(v.boolean()),
  /** Address of its stack, for a program, while that can be used. */
  url: v.optional(v.string()),
  /** Whether that stack sends its mails. */
  sends: v.optional(v.boolean()),
});

/** A process that holds a file, and what it says there about itself. */
export type Holder = v.InferOutput<typeof schema>;

/** What a process says about itself. */
export type Facts = Omit<Holder, "pid" | "since">;

/** A file that says which process works beside it, until `release` or the end of the process. */
export interface HeldFile {
  /** Says something else. @throws the operating system's error */
  say(facts: Facts): Promise<void>;
  release(): Promise<void>;
}

/** Another process that lives holds the file. */
export class HeldError extends Error {
  override readonly name = "HeldError";
  readonly holder: Holder;

  constructor(file: string, holder: Holder) {
    super(`Process ${holder.pid} holds ${file}.`);
    this.holder = holder;
  }
}

/** When a process started, in a form that differs between processes of the same number; undefined if there is none. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform !== "linux") return (await run("ps", ["-o", "lstart=", "-p", `${pid}`])).stdout.trim();
    // Its 22nd field (proc_pid_stat(5)); the second may contain spaces and parentheses.
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

/** How often a file is read until it is whole: its content is written a moment after its name. */
const reads = 5;

async function read(file: string): Promise<{ text: string; holder?: Holder } | undefined> {
  for (let n = 1; ; n++) {
    const text = await readFile(file, "utf8").catch(ifMissing(undefined));
    if (text === undefined) return undefined;
    const found = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
    if (found.success) return { text, holder: found.output };
    if (n === reads) return { text };
    await sleep(20);
  }
}

const lives = async ({ pid, since }: Holder): Promise<boolean> => (await startOf(pid)) === since;

/** The living process that holds a file; undefined where there is none. @throws the operating system's error */
export async function holderOf(file: string): Promise<Holder | undefined> {
  const found = await read(file);
  return found?.holder && (await lives(found.holder)) ? found.holder : undefined;
}

/**
 * Takes a file for this process. One that a process has left which was killed is taken over.
 * @throws HeldError if another use of it lives, in this process too; otherwise the operating system's error
 */
export async function holdFile(file: string, facts: Facts): Promise<HeldFile> {
  const own = { pid: process.pid, since: (await startOf(process.pid)) ?? "" };
  const textOf = (said: Facts) => JSON.stringify({ ...own, ...said });
  while (!(await create(file, textOf(facts)))) {
    const found = await read(file);
    if (found?.holder && (await lives(found.holder))) throw new HeldError(file, found.holder);
    if (found) await removeIf(file, found.text);
  }
  return { say: (said) => writeWhole(file, textOf(said)), release: () => rm(file, { force: true }) };
}

/** Creates a file, unless there is one. */
async function create(file: string, text: string): Promise<boolean> {
  try {
    const handle = await open(file, "wx", 0o600);
    await handle.writeFile(text).finally(() => handle.close());
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes a file if it still says that: another process may have taken it over meanwhile, and then it is put back. */
async function removeIf(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString("hex")}`;
  await rename(file, aside).catch(ifMissing(undefined));
  const now = await readFile(aside, "utf8").catch(ifMissing(undefined));
  if (now !== undefined && now !== text) await rename(aside, file);
  await rm(aside, { force: true });
}
