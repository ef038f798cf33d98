import { readdir, rename, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withShortPath } from "../lock/shortPath.ts";
import { StackError } from "../errors/stackError.ts";
import { pidFileIn, readPidFile } from "./pidFile.ts";
import { processExists } from "./processExists.ts";
import { serversOf } from "./processes.ts";
import { codeOf, isMissing } from "../../lib/caught.ts";

/** Longest wait for a server to shut down, in ms. */
const stopTimeout = 30_000;

/**
 * Shuts down the server that a killed process has left in a folder, and removes what would keep a new one from starting. Signals
 * only processes that are proven to be this folder's PostgreSQL.
 * @throws StackError if a server stays.
 */
export async function stopLeftovers(folder: string): Promise<void> {
  if (!(await readdir(folder).catch(() => undefined))) return;
  for (const { pid, postmaster } of await serversOf(folder)) if (postmaster) signal(pid);
  for (const until = performance.now() + stopTimeout; ; await sleep(50)) {
    const [left] = await serversOf(folder);
    if (!left) break;
    if (performance.now() > until)
      throw new StackError(
        `An earlier PostgreSQL still runs in ${folder} and does not stop. Stop process ${left.pid} by hand.`,
      );
  }
  await refuseUnseen(folder);
  await setMisleadingPidAside(folder);
}

function signal(pid: number): void {
  try {
    // SIGINT is PostgreSQL's "fast" shutdown: it ends open sessions and keeps everything that was committed.
    process.kill(pid, "SIGINT");
  } catch (error) {
    if (codeOf(error) !== "ESRCH") throw error;
  }
}

/** A server in another container is not visible as a process, but its socket in the folder answers (decision 0066). */
async function refuseUnseen(folder: string): Promise<void> {
  const sockets = (await readdir(folder)).filter((name) => /^\.s\.PGSQL\.\d+$/u.test(name));
  for (const name of sockets) {
    if (await withShortPath(folder, (short) => answers(join(short, name))))
      throw new StackError(
        `A PostgreSQL that this process cannot see, perhaps of another container, still serves ${folder}. Stop it first.`,
      );
    for (const dead of [name, `${name}.lock`]) await rm(join(folder, dead), { force: true });
  }
}

function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  return new Promise<boolean>((resolve) => {
    socket
      .once("connect", () => resolve(true))
      .once("error", (error) => resolve(!isMissing(error) && codeOf(error) !== "ECONNREFUSED"));
  }).finally(() => socket.destroy());
}

/**
 * Moves a stale pid file away. PostgreSQL removes its own, but refuses to start if the file is damaged or names a live process.
 * As nobody serves the folder, the file is out of date.
 */
async function setMisleadingPidAside(folder: string): Promise<void> {
  const stale = await readPidFile(folder);
  if (!stale || (Number.isSafeInteger(stale.pid) && stale.pid > 0 && !processExists(stale.pid))) return;
  await rename(pidFileIn(folder), `${pidFileIn(folder)}.stale`);
}
