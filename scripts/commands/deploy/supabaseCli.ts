import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Writable } from "node:stream";
import { interruptedError } from "../../data/errors.ts";

/** The release that this project's steps are written for; a test compares it with the one in package.json. */
export const supabaseCliVersion = "3.1.0";

const platforms: Partial<Record<NodeJS.Platform, string>> = { linux: "linux", darwin: "darwin", win32: "windows" };

/** The name of the package that contains the Supabase CLI for this machine. */
export const supabaseCliPackage = `@supabase/cli-${platforms[process.platform] ?? process.platform}-${process.arch}`;

/**
 * The Supabase CLI that SUPABASE_CLI names; otherwise the one that npm installed for this machine, or the
 * `supabase` on the PATH.
 */
export function findSupabaseCli(named: string | undefined): string {
  if (named !== undefined) return named;
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${supabaseCliPackage}/package.json`));
    return join(folder, "bin", process.platform === "win32" ? "supabase.exe" : "supabase");
  } catch {
    return "supabase";
  }
}

export interface Running {
  cwd: string;
  env: Record<string, string | undefined>;
  signal: AbortSignal;
  /** The stream that shows the CLI's output; by default it is not shown. */
  show?: Writable;
}

/**
 * Runs the Supabase CLI to its end. Its exit code is undefined where there is no such program.
 * @throws CliError `interrupted`.
 */
export async function runSupabaseCli(
  program: string,
  args: readonly string[],
  { cwd, env, signal, show }: Running,
): Promise<{ code: number | undefined; output: string }> {
  // This is loaded only here, because it takes longer than everything that other commands load.
  const { $ } = await import("zx");
  const running = $({
    cwd,
    env,
    signal,
    nothrow: true,
    quiet: true,
    stdio: ["ignore", "pipe", "pipe"],
  })`${program} ${args}`;
  if (show)
    for (const stream of [running.stdout, running.stderr]) stream.on("data", (chunk: Buffer) => show.write(chunk));
  const { exitCode, stdall } = await running;
  if (signal.aborted) throw interruptedError();
  // A shell exits with this code when there is no such program (POSIX.1-2024, 2.8.2).
  return { code: exitCode === 127 ? undefined : (exitCode ?? 1), output: stdall };
}
