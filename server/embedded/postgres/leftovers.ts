import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { codeOf, ifMissing, isMissing } from "../../lib/caught.ts";
import { StackError } from "../errors/stackError.ts";

const run = promisify(execFile);

/** The number in the name of PostgreSQL's socket, which takes the place of a port. A folder has only one. */
export const socketNumber = 5432;

/** The socket by which a folder's PostgreSQL is reached. */
export const socketIn = (folder: string): string => join(folder, `.s.PGSQL.${socketNumber}`);

/** Longest wait for a server to shut down, in ms. */
const stopTimeout = 30_000;

const pidFile = (folder: string): string => join(folder, "postmaster.pid");

/** The process that the pid file of a folder's PostgreSQL names. By now it may be another program. */
async function namedProcess(folder: string): Promise<number | undefined> {
  const text = await readFile(pidFile(folder), "utf8").catch(ifMissing(""));
  const pid = Number(text.split("\n")[0]);
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
}

/** The command line of a process; empty if there is none. */
async function commandOf(pid: number): Promise<string> {
  try {
    if (process.platform !== "linux") return (await run("ps", ["-ww", "-o", "command=", "-p", `${pid}`])).stdout;
    return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
  } catch {
    return "";
  }
}

/** The PostgreSQL server that runs in a folder: the process that its pid file names, if that is one started on this folder. */
export async function runningServer(folder: string): Promise<number | undefined> {
  const pid = await namedProcess(folder);
  return pid !== undefined && (await commandOf(pid)).includes(`/postgres -D ${folder} `) ? pid : undefined;
}

/**
 * Shuts down the server that a killed process has left in a folder, and removes what would keep a new one from starting.
 * @throws StackError if a server stays, or one answers that this process cannot see
 */
export async function stopLeftovers(folder: string): Promise<void> {
  const pid = await runningServer(folder);
  // PostgreSQL's "fast" shutdown: it ends open sessions and keeps everything that was committed.
  if (pid !== undefined) process.kill(pid, "SIGINT");
  for (const until = performance.now() + stopTimeout; (await runningServer(folder)) !== undefined; await sleep(50))
    if (performance.now() > until)
      throw new StackError(
        `An earlier PostgreSQL still runs in ${folder} and does not stop. Stop process ${pid} by hand.`,
      );
  await refuseUnseen(folder);
  for (const stale of [socketIn(folder), `${socketIn(folder)}.lock`]) await rm(stale, { force: true });
  // PostgreSQL refuses to start while a process has the number in that file, even if it is another program by
  // now, or a zombie. It finds processes that a killed server has left running by their shared memory.
  await rm(pidFile(folder), { force: true });
}

/**
 * Refuses a folder whose PostgreSQL answers although no process of it can be seen: it runs in another container, and two on the
 * same files would destroy them (docs/decisions/0066).
 * @throws StackError
 */
export async function refuseUnseen(folder: string): Promise<void> {
  if ((await runningServer(folder)) !== undefined || !(await answers(socketIn(folder)))) return;
  throw new StackError(
    `A PostgreSQL that this process cannot see, perhaps of another container, still serves ${folder}. Stop it first.`,
  );
}

function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  return new Promise<boolean>((resolve) => {
    socket
      .once("connect", () => resolve(true))
      .once("error", (error) => resolve(!isMissing(error) && codeOf(error) !== "ECONNREFUSED"));
  }).finally(() => socket.destroy());
}
