import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

export interface DevServer {
  url: string;
  pid: number | undefined;
  output(): string;
  stop(): Promise<void>;
}

/**
 * Starts `npm run dev` with the given flags on a free port, for the project in a folder.
 * @throws Error with its output if it does not print its address within two minutes.
 */
export async function startDevServer(
  flags: readonly string[] = [],
  env: Record<string, string> = {},
  cwd = ".",
): Promise<DevServer> {
  const child = spawn(process.execPath, ["scripts/dev.mjs", "--port=0", ...flags], {
    cwd,
    env: { ...process.env, ...env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (let waited = 0; waited < 120_000; waited += 50) {
    const url = /Local:\s+(http:\/\/\S+?)\/?\s/u.exec(output)?.[1];
    if (url !== undefined) return { url, pid: child.pid, output: () => output, stop: () => stop(child) };
    await sleep(50);
  }
  await stop(child);
  throw new Error(`The dev server did not start:\n${output}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
