import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { eventually } from "./eventually.ts";

/** A process that stays a zombie once it is killed. */
export interface Unreaped {
  pid: number;
  out: Readable;
  kill(): Promise<void>;
}

/** Starts a program below a parent that never reaps it, such as the first process of many containers. */
export async function startUnreaped(program: string, ...args: readonly string[]): Promise<Unreaped> {
  const script = '"$@" & echo $!; exec sleep 600';
  const parent = spawn("sh", ["-c", script, "sh", program, ...args], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void parent.kill());
  const [line] = await once(parent.stdout, "data");
  const pid = Number(line);
  onTestFinished(() => void process.kill(pid, "SIGKILL"));
  const ps = (column: string, of: number) =>
    execFileSync("ps", ["-o", `${column}=`, "-p", `${of}`], { encoding: "utf8" });
  // Until then it is a shell, which reaps.
  await eventually("a parent that does not reap", async () => ps("args", Number(parent.pid)).startsWith("sleep"));
  return {
    pid,
    out: parent.stdout,
    async kill() {
      process.kill(pid, "SIGKILL");
      await eventually("a zombie", async () => ps("stat", pid).startsWith("Z"));
    },
  };
}
