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
  const state = () => execFileSync("ps", ["-o", "stat=", "-p", `${pid}`], { encoding: "utf8" });
  return {
    pid,
    out: parent.stdout,
    async kill() {
      process.kill(pid, "SIGKILL");
      await eventually("a zombie", async () => state().startsWith("Z"));
    },
  };
}
