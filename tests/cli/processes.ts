import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { noSettings } from "../support/forgetSettings.ts";

/** The program as users run it. */
export const bin = fileURLToPath(new URL("../../scripts/prelaunch.mjs", import.meta.url));

/** A command in a separate process, as a user runs it. */
export interface Run {
  child: ChildProcess;
  /** The exit code or signal, and the output, once the command has ended. */
  done: Promise<{ code: number | null; signal: string | null; out: string; err: string }>;
}

/** Starts the real program, including its bundle. */
export function start(argv: readonly string[], env: Record<string, string>, folder: string): Run {
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...noSettings, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const done = new Promise<{ code: number | null; signal: string | null; out: string; err: string }>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, out, err }));
  });
  return { child, done };
}
