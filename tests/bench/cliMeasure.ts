import { spawn } from "node:child_process";

/** What one run of a program took. */
export interface Measured {
  /** Wall time, in ms. */
  ms: number;
  /** Peak resident memory, in MiB. */
  peak: number;
}

const tellPeak =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("peak="+process.resourceUsage().maxRSS+"\\n"))';

/** Runs Node on a program and measures it from outside. */
export async function runNode(
  args: readonly string[],
  options: { cwd?: string; peak?: boolean; env?: Record<string, string> } = {},
): Promise<Measured> {
  const started = performance.now();
  const child = spawn(process.execPath, [...(options.peak ? ["--import", tellPeak] : []), ...args], {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const ms = performance.now() - started;
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${err}`);
  return { ms, peak: Number(/peak=(\d+)/u.exec(err)?.[1] ?? 0) / 1024 };
}

/** The best of several runs: what else the machine does only ever adds to a time. */
export async function best(runs: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) least = Math.min(least, await measure());
  return least;
}

/** One promise of the issue: a number, and the most it may be. */
export interface Limit {
  name: string;
  value: number;
  most?: number;
  /** Share by which the peer's own runs differ in this run: a goal that is missed by less is not missed. */
  noise?: number;
}

/** By what share the runs of one measurement differ. */
export const noiseOf = (values: readonly number[]): number => Math.max(...values) / Math.min(...values) - 1;

/** Whether a number is past its limit by more than the noise. */
export const isMissed = ({ value, most, noise = 0 }: Limit): boolean =>
  most !== undefined && value > most * (1 + noise);

/** A line for a person; `FAIL` where the limit is passed. */
export const limitLine = ({ name, value, most, noise = 0 }: Limit): string =>
  `${most === undefined ? "    " : isMissed({ name, value, most, noise }) ? "FAIL" : "ok  "} ${value.toFixed(2).padStart(8)}${most === undefined ? "         " : ` ≤ ${most.toFixed(2).padEnd(6)}`} ${name}`;
