import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "../../../server/lib/caught.ts";

const script = fileURLToPath(new URL("serve.ts", import.meta.url));

/** Longest wait for a stack to serve, in ms: after a crash PostgreSQL replays its log first. */
const startTimeout = 60_000;

export interface StackProcess {
  url: string;
  pid: number;
  /** Time from its start until it served, in ms. */
  startedIn: number;
  output(): string;
  lives(): boolean;
  kill(signal: NodeJS.Signals): void;
  end(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts a stack on a data folder.
 * @throws Error with its output if it does not serve within a minute.
 */
export async function startStackProcess(dataFolder: string): Promise<StackProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", script, dataFolder], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const url = await served(child, () => output);
  return {
    url,
    pid: child.pid ?? 0,
    startedIn: performance.now() - started,
    output: () => output,
    lives: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => void child.kill(signal),
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
  };
}

async function served(child: ChildProcess, output: () => string): Promise<string> {
  for (const until = performance.now() + startTimeout; performance.now() < until; await sleep(20)) {
    const url = /^http:\S+$/mu.exec(output())?.[0];
    if (url !== undefined) return url;
    if (child.exitCode !== null || child.signalCode !== null) break;
  }
  child.kill("SIGKILL");
  throw new Error(`The stack does not start: ${output().trim() || "it says nothing"}`);
}

/** The PostgreSQL processes that a stack has started: the postmaster first. */
export async function postgresOf(dataFolder: string): Promise<{ pid: number; title: string }[]> {
  const text = await readFile(join(dataFolder, "postgres", "postmaster.pid"), "utf8").catch(() => "");
  const postmaster = Number(text.split("\n")[0]);
  if (!(postmaster > 1)) return [];
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 1);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
      const title = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ").trim();
      const parent = Number(/^PPid:\s+(\d+)$/mu.exec(status)?.[1]);
      return pid === postmaster || parent === postmaster ? { pid, title } : undefined;
    }),
  );
  return found
    .filter((one) => one !== undefined)
    .toSorted((a, b) => Number(b.pid === postmaster) - Number(a.pid === postmaster));
}

/** Sends SIGKILL; false if there is no such process any more. */
export function killIfThere(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if (codeOf(error) === "ESRCH") return false;
    throw error;
  }
}
