import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { exemptLoopback } from "../../server/lib/loopback.ts";
import { eventually } from "./eventually.ts";

// The binary is started directly, because the package's launcher leaves it running when the launcher is killed.
const deno = join(
  dirname(createRequire(import.meta.url).resolve("deno/package.json")),
  process.platform === "win32" ? "deno.exe" : "deno",
);

/** Deno's message once it accepts requests. */
const listening = /^Listening on http:\/\/[^ ]+:(\d+)\//u;

/** An edge function that runs in Deno. */
interface DenoFunction {
  child: ChildProcess;
  /** Base address of its routes. */
  url: string;
}

const print = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Starts a function's entry point in Deno, on a port that Deno chooses, and waits until it is healthy.
 * @param log gets the lines that it logs
 * @throws Error when it ends before.
 */
export async function startDenoFunction(
  args: readonly string[],
  { cwd, env, log = print }: { cwd?: string; env: NodeJS.ProcessEnv; log?: (line: string) => void },
): Promise<DenoFunction> {
  const allowed = ["--allow-net", "--allow-env", "--allow-read"];
  // Without this Deno warns of a behaviour of `request.signal` that the function does not use.
  const run = ["run", "--no-remote", "--node-modules-dir=manual", "--unstable-no-legacy-abort", ...allowed];
  const own: NodeJS.ProcessEnv = { ...env, PORT: "0" };
  // Without this Deno would use the proxy of a developer's shell for this machine's addresses, too.
  exemptLoopback(own);
  const child = spawn(deno, [...run, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: own,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const chosen = new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on("line", (line) => {
      const [, port] = listening.exec(line) ?? [];
      if (port === undefined) log(line);
      else resolve(port);
    });
    once(child, "exit").then(([code]) => reject(new Error(`The function ended with ${code}.`)), reject);
  });
  try {
    const url = `http://127.0.0.1:${await chosen}/forms`;
    await eventually("a healthy edge function", () => {
      if (child.exitCode !== null) throw new Error(`The function ended with ${child.exitCode}.`);
      return fetch(`${url}/health`).then(
        (answer) => answer.ok,
        () => false,
      );
    });
    return { child, url };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}
