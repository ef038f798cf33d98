import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PassingError, StackError } from "../errors/stackError.ts";
import { launch, type ServerOptions } from "./launch.ts";
import { refuseOtherMajor } from "./majorVersion.ts";

/** One run of PostgreSQL, a child of this process. */
export interface Server {
  /** How it ended, such as `signal SIGKILL`. */
  ended: Promise<string>;
  /** Ends open sessions and shuts down ("fast" mode); harder when that takes too long. */
  stop(): Promise<void>;
}

/** Longest wait for a server to come up, in ms: after a crash it replays its log first. */
const startTimeout = 120_000;

/** Longest waits for a shutdown, in ms, by the signal that asks for it: fast, immediate, and none of its own choice. */
const stopTimeouts = [
  ["SIGINT", 30_000],
  ["SIGQUIT", 5000],
  ["SIGKILL", 5000],
] as const;

/**
 * Starts PostgreSQL on an initialised folder that nobody else serves.
 * @param interrupt ends the wait for it, and it
 * @throws StackError with the last line of its log when it does not come up, PassingError where another try may do, the
 *   reason of the signal.
 */
export async function startServer(options: ServerOptions, interrupt?: AbortSignal): Promise<Server> {
  const { folder } = options;
  const file = join(folder, "server.log");
  const before = await readFile(file, "utf8").catch(() => "");
  const { child, exited } = await launch(options, file);
  // Should this process end without having stopped it, it is at least asked to.
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
  const said = (await readFile(file, "utf8").catch(() => "")).slice(before.length).trim();
  const reason = said.split("\n").at(-1) || (await ended);
  const Failure = passing.test(reason) ? PassingError : StackError;
  throw new Failure(`The database in ${folder} does not start: ${reason}. Its log is ${file}`);
}

/**
 * Failures of a start that pass by themselves: an earlier server has ended, but its shared memory is not freed yet; or
 * the start was told to stop.
 */
const passing = /pre-existing shared memory block|exit code 0$/u;

/** Waits for the line in which PostgreSQL says that it takes connections. */
async function ready(
  folder: string,
  child: ChildProcess,
  ended: Promise<string>,
  over: () => boolean,
): Promise<boolean> {
  const said = async () => {
    const lines = (await readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "")).split("\n");
    return Number(lines[0]) === child.pid && lines[7]?.trim() === "ready";
  };
  for (const until = performance.now() + startTimeout; performance.now() < until;) {
    if (over()) return false;
    if (await said()) return true;
    await Promise.race([ended, sleep(20)]);
  }
  return false;
}
