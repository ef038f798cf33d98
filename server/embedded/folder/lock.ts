import { link, open, readFile, rename, rm, writeFile } from "node:fs/promises";
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

const answers = async (url: string): Promise<boolean> => {
  try {
    await fetch(url, { signal: AbortSignal.timeout(2000), redirect: "manual" });
    return true;
  } catch {
    return false;
  }
};

/** Longest time a start takes: within it a living holder that does not answer yet is believed, in ms. */
const startingFor = 60_000;

/** The living holder of a data folder, or undefined: a lock left by a killed process, or whose pid was reused, counts for nothing. */
export async function lockHolder(folder: string): Promise<LockHolder | undefined> {
  const holder = parse(await readFile(join(folder, "lock.json"), "utf8").catch(() => ""));
  if (!holder) return undefined;
  if (!alive(holder.pid)) return undefined;
  if (holder.url !== undefined) return (await answers(holder.url)) ? holder : undefined;
  return Date.now() - holder.startedAt < startingFor ? holder : undefined;
}

/** Removes a dead lock; when another process renewed it in the meantime, that one stays. */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  const moved = await rename(file, aside).then(() => readFile(aside, "utf8"), () => "");
  const holder = parse(moved);
  if (holder && alive(holder.pid) && Date.now() - holder.startedAt < startingFor) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

/**
 * Takes a data folder for this process: two must never share one.
 * @throws StackError when another living process holds it.
 */
export async function acquireLock(folder: string): Promise<Lock> {
  const file = join(folder, "lock.json");
  const mine: LockHolder = { pid: process.pid, startedAt: Date.now() };
  for (let attempt = 0; ; attempt++) {
    try {
      const handle = await open(file, "wx", 0o600);
      await handle.writeFile(JSON.stringify(mine));
      await handle.close();
      break;
    } catch (error) {
      const taken = error instanceof Error && "code" in error && error.code === "EEXIST";
      if (!taken || attempt > 0) throw new StackError(`The data folder ${folder} cannot be locked.`, { cause: error });
      const holder = await lockHolder(folder);
      if (holder) throw new StackError(`${folder} is in use by another stack (process ${holder.pid}${holder.url ? `, ${holder.url}` : ""}). Stop it first.`);
      await removeStale(file);
    }
  }
  return {
    publish: async (url) => {
      await writeFile(`${file}.new`, JSON.stringify({ ...mine, url }), { mode: 0o600 });
      await rename(`${file}.new`, file);
    },
    release: () => rm(file, { force: true }),
  };
}
