import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { uptime } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { StackError } from "../stackError.ts";

const lockFile = v.object({ pid: v.number(), startedAt: v.number(), url: v.optional(v.string()) });

/** Who holds a data folder: its process and, once it serves, its address. */
export type LockHolder = v.InferOutput<typeof lockFile>;

/** A held data folder. */
export interface Lock {
  /** Tells others where this stack answers. */
  publish(url: string): Promise<void>;
  release(): Promise<void>;
}

const parse = (text: string): LockHolder | undefined => {
  try {
    return v.parse(lockFile, JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** Whether a process of this machine is alive, whoever it belongs to. */
export const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
};

/** When this machine started, in ms since 1970; a pid from before that is another process by now. A second's slack for the clock. */
const bootedAt = (): number => Date.now() - uptime() * 1000 - 1000;

/** When the process that now has this pid can have begun at the earliest; a container gives a new process the pid of the last one. */
const begunAt = (pid: number): number =>
  pid === process.pid ? Date.now() - process.uptime() * 1000 - 1000 : bootedAt();

const lives = (holder: LockHolder | undefined): holder is LockHolder =>
  holder !== undefined && holder.startedAt > begunAt(holder.pid) && alive(holder.pid);

/** The living holder of a data folder, or undefined: the lock of a killed process, or from before a restart of the machine, counts for nothing. */
export async function lockHolder(folder: string): Promise<LockHolder | undefined> {
  const holder = parse(await readFile(join(folder, "lock.json"), "utf8").catch(() => ""));
  return lives(holder) ? holder : undefined;
}

/** Removes a dead lock; when another process renewed it in the meantime, that one stays. */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  const moved = await rename(file, aside).then(
    () => readFile(aside, "utf8"),
    () => "",
  );
  if (lives(parse(moved))) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/**
 * Takes a data folder for this process: two must never share one.
 * @throws StackError when another living process holds it.
 */
export async function acquireLock(folder: string): Promise<Lock> {
  const file = join(folder, "lock.json");
  const mine: LockHolder = { pid: process.pid, startedAt: Date.now() };
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, JSON.stringify(mine), { mode: 0o600 });
  await take(folder, file, fresh).finally(() => rm(fresh, { force: true }));
  return {
    publish: async (url) => {
      await writeFile(fresh, JSON.stringify({ ...mine, url }), { mode: 0o600 });
      await rename(fresh, file);
    },
    release: async () => {
      const holder = parse(await readFile(file, "utf8").catch(() => ""));
      if (holder?.pid === mine.pid && holder.startedAt === mine.startedAt) await rm(file, { force: true });
    },
  };
}

/** Puts the lock in its place, a dead one out of the way first. */
async function take(folder: string, file: string, fresh: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      // Linked into place whole: a lock that is seen is never half written.
      await link(fresh, file);
      return;
    } catch (error) {
      const taken = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!taken || attempt > 0) throw new StackError(`The data folder ${folder} cannot be locked.`, { cause: error });
      const holder = await lockHolder(folder);
      if (holder)
        throw new StackError(
          `${folder} is in use by another stack (process ${holder.pid}${holder.url ? `, ${holder.url}` : ""}). Stop it first; if that process is something else, delete lock.json there.`,
        );
      await removeStale(file);
    }
  }
}
