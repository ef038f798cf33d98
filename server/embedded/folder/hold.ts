import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import { codeOf, ifMissing } from "../../lib/caught.ts";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { writeWhole } from "../../lib/writeWhole.ts";
import { stackFacts } from "../../settings/running.ts";
import { StackError } from "../errors/stackError.ts";
import { refuseUnseen } from "../postgres/leftovers.ts";
import { clusterFolder, withFolderErrors, openDataFolder } from "./open.ts";
import { settleRestores } from "./restored.ts";

const run = promisify(execFile);

/** Another process has this folder; two must never share one. */
export class FolderInUseError extends StackError {}

const holderSchema = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** When that process started, as its system writes it: the number alone may have been reused. */
  since: v.string(),
  /** Set for a command, which ends by itself. */
  command: v.optional(v.boolean()),
  /** The stack's address for programs, while it can be used. */
  url: v.optional(v.string()),
  /** The settings that the stack runs with. */
  runs: v.optional(stackFacts),
});

/** A process that has a data folder, and what it says about itself there. */
type Holder = v.InferOutput<typeof holderSchema>;

/** A data folder that this process has, until `release` or the end of the process. */
interface TakenFolder {
  /** Its absolute path. */
  dataFolder: string;
  /** Writes down the address of its stack and what it runs with, or that it has none. @throws the operating system's error */
  publish(facts: Pick<Holder, "url" | "runs">): Promise<void>;
  release(): Promise<void>;
}

const fileIn = (dataFolder: string): string => join(dataFolder, inDataFolder.stack);

/**
 * When a process started, in a form that differs between processes with the same number. Undefined if the
 * process does not exist, or is only a zombie that nobody has reaped yet.
 */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform !== "linux") {
      const [state, ...start] = (await run("ps", ["-o", "stat=", "-o", "lstart=", "-p", `${pid}`])).stdout
        .trim()
        .split(/\s+/u);
      return state?.startsWith("Z") ? undefined : start.join(" ");
    }
    // The third field and the 22nd (proc_pid_stat(5)); the second may contain spaces and parentheses.
    const text = await readFile(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** The living process that a file names. */
async function livingHolder(text: string): Promise<Holder | undefined> {
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), holderSchema), text);
  return success && (await startOf(output.pid)) === output.since ? output : undefined;
}

/** The process that has a data folder, with the address of its stack while that runs. @throws StackError if it cannot be read */
export const holderOfFolder = (dataFolder: string): Promise<Holder | undefined> =>
  withFolderErrors(dataFolder, async () => {
    const text = await readFile(fileIn(dataFolder), "utf8").catch(ifMissing(undefined));
    return text === undefined ? undefined : livingHolder(text);
  });

/**
 * Takes a data folder for this process: creates it if it is missing, refuses it if it is not ours or another process has it, and then
 * finishes or removes what killed processes have left there.
 * @param command whether this is a command, which others wait for, as it ends by itself
 * @throws FolderInUseError naming the process that has it, which may be this one; StackError if it cannot be used
 */
export async function takeFolder(path: string, { command = false } = {}): Promise<TakenFolder> {
  const dataFolder = await openDataFolder(path);
  const file = fileIn(dataFolder);
  const own = { pid: process.pid, since: (await startOf(process.pid)) ?? "", ...(command && { command }) };
  await withFolderErrors(dataFolder, () => writeHolder(dataFolder, own));
  const release = () => rm(file, { force: true });
  try {
    await settleRestores(dataFolder);
  } catch (error) {
    await release();
    throw error;
  }
  return { dataFolder, publish: (facts) => writeWhole(file, JSON.stringify({ ...own, ...facts })), release };
}

/** Writes `stack.json`, unless a living process has. One of a process that was killed is replaced. */
async function writeHolder(dataFolder: string, own: Holder): Promise<void> {
  const file = fileIn(dataFolder);
  // This comes before the file of another container, whose process cannot be seen either, is taken for that of
  // a killed process.
  await refuseUnseen(clusterFolder(dataFolder));
  while (!(await create(file, JSON.stringify(own)))) {
    const text = await readFile(file, "utf8").catch(ifMissing(undefined));
    const holder = text === undefined ? undefined : await livingHolder(text);
    if (holder) throw new FolderInUseError(inUse(dataFolder, holder));
    if (text !== undefined) await removeIf(file, text);
  }
}

/** Creates a file, complete from the first moment, unless there is one. */
async function create(file: string, text: string): Promise<boolean> {
  const fresh = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(fresh, text, { mode: 0o600, flag: "wx" });
    await link(fresh, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(fresh, { force: true });
  }
}

/** Removes a file if its content is still the same: another process may have taken it over meanwhile, and then it is put back. */
async function removeIf(file: string, text: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString("hex")}`;
  await rename(file, aside).catch(ifMissing(undefined));
  const now = await readFile(aside, "utf8").catch(ifMissing(undefined));
  if (now !== undefined && now !== text) await rename(aside, file);
  await rm(aside, { force: true });
}

/** The message for a folder that another process has. */
export const inUse = (folder: string, { pid, url, command }: Holder): string =>
  command
    ? `${folder} is in use by a command (process ${pid}). Wait until it has ended, then run this again.`
    : `${folder} is in use by another stack (process ${pid}${url === undefined ? "" : `, ${url}`}). Stop it first.`;
