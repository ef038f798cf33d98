import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PassingError, StackError } from "../errors/stackError.ts";
import { launch, type ServerOptions } from "./launch.ts";
import { refuseOtherMajor } from "./majorVersion.ts";
import { readPidFile } from "./pidFile.ts";

/** One run of PostgreSQL, a child of this process. */
export interface Server {
  /** How it ended, such as `signal SIGKILL`. */
  ended: Promise<string>;
  /** Ends open sessions and shuts down ("fast" mode), more forcefully if that takes too long. */
  stop(): Promise<void>;
}

/** Longest wait for a server to start, in ms: after a crash it first replays its log. */
const startTimeout = 120_000;

/** Longest waits for a shutdown, in ms, by signal: fast, immediate, kill. */
const stopTimeouts = [
  ["SIGINT", 30_000],
  ["SIGQUIT", 5000],
  ["SIGKILL", 5000],
] as const;

/**
 * Starts PostgreSQL on an initialised folder that nobody else serves.
 * @param interrupt aborts the wait and stops the server
 * @throws StackError with the last line of its log if it does not start, PassingError if another attempt may succeed; the
 *   signal's reason.
 */
export async function startServer(options: ServerOptions, interrupt?: AbortSignal): Promise<Server> {
  const { folder } = options;
  const file = join(folder, "server.log");
  const { child, exited, logged } = await launch(options, file);
  // If this process ends without having stopped the server, it is at least signalled.
  const onExit = () => child.kill("SIGINT");
  process.once("exit", onExit);
  let over = false;
  const ended = exited.finally(() => {
    over = true;
    process.off("exit", onExit);
  });
  const stop = async () => {
    child.ref();
    for (const [signal, timeout] of stopTimeouts) {
      if (over) return;
      child.kill(signal);
      await Promise.race([ended, sleep(timeout, undefined, { ref: false })]);
    }
  };
  const up = await ready(folder, child, ended, () => over || interrupt?.aborted === true);
  if (up) return { ended, stop };
  await stop();
  interrupt?.throwIfAborted();
  await refuseOtherMajor(folder);
  const said = (await readFile(file).catch(() => Buffer.alloc(0))).subarray(logged).toString().trim();
  const reason = said.split("\n").at(-1) || (await ended);
  const Failure = passing.test(reason) ? PassingError : StackError;
  throw new Failure(`The database in ${folder} does not start: ${reason}. Its log is ${file}`);
}

/** Temporary failures of a start: an earlier server's shared memory is not freed yet, or the server received a request to shut down. */
const passing = /pre-existing shared memory block|exit code 0$/u;

/** Waits for the line by which PostgreSQL says that it accepts connections. */
async function ready(
  folder: string,
  child: ChildProcess,
  ended: Promise<string>,
  over: () => boolean,
): Promise<boolean> {
  const said = async () => {
    const file = await readPidFile(folder);
    return file?.pid === child.pid && file?.isReady === true;
  };
  for (const until = performance.now() + startTimeout; performance.now() < until;) {
    if (over()) return false;
    if (await said()) return true;
    await Promise.race([ended, sleep(20)]);
  }
  return false;
}
