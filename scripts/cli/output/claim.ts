import { randomUUID } from "node:crypto";
import { constants, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { processExists } from "../../../server/embedded/postgres/processExists.ts";
import { begun, numberSpace } from "./processes.ts";
import { codeOf, isMissing } from "../../../server/errors/caught.ts";

const claimFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: v.string(),
    pid: v.number(),
    /** When the process started, in its own system's notation; differs for a later process with the same number. */
    begun: v.optional(v.string()),
    host: v.string(),
    /** The namespace that process numbers belong to, on Linux: containers can share the name of their machine. */
    space: v.optional(v.string()),
    since: v.string(),
  }),
);

/** Who writes a file: process, machine, and since when (ISO 8601). */
export type Claimant = v.InferOutput<typeof claimFile>;

/** Age, in ms, from which an empty file counts as left by a process that was killed: while writing its claim, or removing another. */
const halfWritten = 10_000;

/** Pause, in ms, before looking again whether another process has removed a dead claim. */
const guardPause = 20;

/** Time since a file was written, in ms, or until then where the clock was set back; infinite for a file that does not exist. */
const ageOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => Math.abs(Date.now() - mtimeMs),
    () => Number.POSITIVE_INFINITY,
  );

/**
 * Whether the claiming process still runs. For a process on another machine or in another container, which shares the disk, that
 * cannot be known: it counts as alive.
 */
async function isAlive({ pid, host, space, begun: then }: Claimant): Promise<boolean> {
  if (host !== hostname() || (space !== undefined && space !== (await numberSpace()))) return true;
  if (!processExists(pid)) return false;
  return then === undefined || then === (await begun(pid));
}

/**
 * Reads a claim; undefined for none. Somebody else's pipe, whose open would wait in the kernel for a writer (fifo(7)), link or
 * folder in a shared folder is an empty one.
 */
const read = (file: string): Promise<string | undefined> =>
  readFile(file, {
    encoding: "utf8",
    flag: constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW,
  }).catch((error: unknown) => (isMissing(error) ? undefined : ""));

const parse = (text = ""): Claimant | undefined => {
  const claimant = v.safeParse(claimFile, text);
  return claimant.success ? claimant.output : undefined;
};

/** Whether a file is the claim of a process of this machine that has ended. */
export async function isAbandoned(file: string): Promise<boolean> {
  const claimant = parse(await read(file));
  return claimant !== undefined && !(await isAlive(claimant));
}

/** The sole right of this process to write a file. */
export interface Claim {
  release(): Promise<void>;
}

/** Another process has claimed the file. */
export class ClaimedError extends Error {
  override readonly name = "ClaimedError";
  readonly claimant: Claimant | undefined;

  constructor(claimant: Claimant | undefined) {
    super("The file is claimed.");
    this.claimant = claimant;
  }
}

/**
 * Removes a dead claim. Only one process at a time checks and removes, because a file cannot be removed on the condition of
 * its content: in between, another process could have removed the dead claim and made a live one.
 */
async function removeDead(file: string, dead: string): Promise<void> {
  const guard = `${file}.removing`;
  try {
    await writeFile(guard, "", { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    if ((await ageOf(guard)) > halfWritten) await rm(guard, { force: true });
    else await sleep(guardPause);
    return;
  }
  try {
    if ((await read(file)) === dead) await rm(file, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

/** Creates a file, which is ours only once it is open: it does not stay if its content cannot be written. */
async function create(file: string, content: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(content);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Claims what `file` stands for by creating that file, which works on every disk, shared ones too; a data folder is claimed by
 * a socket, which answers (server/embedded/lock/claims.ts). The claim of a killed process does not count, even when its
 * number is in use again or the clock was set.
 * @throws ClaimedError when a living process holds it, else the operating system's error.
 */
export async function claim(file: string, now: Date): Promise<Claim> {
  const since = now.toISOString();
  const [start, space] = await Promise.all([begun(process.pid), numberSpace()]);
  const mine: Claimant = {
    id: randomUUID(),
    pid: process.pid,
    ...(start === undefined ? {} : { begun: start }),
    host: hostname(),
    ...(space === undefined ? {} : { space }),
    since,
  };
  for (;;) {
    try {
      await create(file, JSON.stringify(mine));
      break;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    const [text, age] = await Promise.all([read(file), ageOf(file)]);
    const holder = parse(text);
    if (holder ? await isAlive(holder) : age < halfWritten) throw new ClaimedError(holder);
    if (text !== undefined) await removeDead(file, text);
  }
  return {
    async release() {
      if (parse(await read(file))?.id === mine.id) await rm(file, { force: true });
    },
  };
}
