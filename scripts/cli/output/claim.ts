import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { promisify } from "node:util";
import * as v from "valibot";

const claimFile = v.object({
  id: v.string(),
  pid: v.number(),
  /** When the process began, in words of its own system; a later process with the same number has another. */
  begun: v.optional(v.string()),
  host: v.string(),
  since: v.string(),
});

/** Who writes a file: process, machine, and since when (ISO 8601). */
export type Claimant = v.InferOutput<typeof claimFile>;

/** Age from which a claim without content is one whose process was killed while it wrote it, in ms. */
const halfWritten = 10_000;

const errorCode = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** When a process began, where that can be found out; no clock can be set so that it changes. */
async function begun(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === "win32") return undefined;
    if (process.platform !== "linux") {
      const { stdout } = await promisify(execFile)("ps", ["-o", "lstart=", "-p", String(pid)]);
      return stdout.trim();
    }
    const [boot, line] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
      readFile(`/proc/${pid}/stat`, "utf8"),
    ]);
    // proc_pid_stat(5): field 22 is the start in clock ticks since boot; field 2 may hold spaces and parentheses.
    const ticks = line.slice(line.lastIndexOf(")") + 2).split(" ")[19];
    return `${boot.trim()} ${ticks}`;
  } catch {
    return undefined;
  }
}

const exists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
};

/** A claim of another machine, on a shared disk, cannot be looked into and counts as alive. */
async function isAlive({ pid, host, begun: then }: Claimant): Promise<boolean> {
  if (host !== hostname()) return true;
  if (!exists(pid)) return false;
  return then === undefined || then === (await begun(pid));
}

const parse = (text: string): Claimant | undefined => {
  try {
    return v.parse(claimFile, JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** A file that this process alone writes. */
export interface Claim {
  release(): Promise<void>;
}

/** Somebody else has claimed the file. */
export class ClaimedError extends Error {
  override readonly name = "ClaimedError";
  readonly claimant: Claimant | undefined;

  constructor(claimant: Claimant | undefined) {
    super("The file is claimed.");
    this.claimant = claimant;
  }
}

/** Moves a dead claim out of the way. One that somebody else made in the meantime is put back. */
async function removeDead(file: string, dead: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) !== dead) await link(aside, file).catch(() => undefined);
  await rm(aside);
}

/**
 * Claims what `file` stands for, by a file, which every disk takes, shared ones too; a data folder is claimed by a socket,
 * which answers (server/embedded/lock/claims.ts). The claim of a process that was killed counts for nothing, whatever became of its
 * number and whatever the clock says.
 * @throws ClaimedError when a living process holds it, and what the operating system says.
 */
export async function claim(file: string, now: Date): Promise<Claim> {
  const since = now.toISOString();
  const start = await begun(process.pid);
  const mine: Claimant = {
    id: randomUUID(),
    pid: process.pid,
    ...(start === undefined ? {} : { begun: start }),
    host: hostname(),
    since,
  };
  for (;;) {
    try {
      await writeFile(file, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
      break;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") {
        await rm(file, { force: true });
        throw error;
      }
    }
    const [text, age] = await Promise.all([
      readFile(file, "utf8").catch(() => ""),
      stat(file).then(
        ({ mtimeMs }) => Date.now() - mtimeMs,
        () => Number.POSITIVE_INFINITY,
      ),
    ]);
    const holder = parse(text);
    if (holder ? await isAlive(holder) : age < halfWritten) throw new ClaimedError(holder);
    await removeDead(file, text);
  }
  return {
    async release() {
      if (parse(await readFile(file, "utf8").catch(() => ""))?.id === mine.id) await rm(file, { force: true });
    },
  };
}
