import { spawn } from "node:child_process";

/** Time and memory of one run of a program. */
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

/** The best of several runs, because other work on the machine only ever adds time. */
export async function best(runs: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) least = Math.min(least, await measure());
  return least;
}

/** One goal: a measured number, and its largest allowed value. */
export interface Limit {
  name: string;
  value: number;
  most?: number;
  /** Share by which the peer's own runs differ: a goal that is missed by less than that is not missed. */
  noise?: number;
}

/** By what share the runs of one measurement differ. */
export const noiseOf = (values: readonly number[]): number => Math.max(...values) / Math.min(...values) - 1;

/** Whether a number is past its limit by more than the noise. */
export const isMissed = ({ value, most, noise = 0 }: Limit): boolean =>
  most !== undefined && value > most * (1 + noise);

/** A line of output, which begins with `FAIL` if the limit is exceeded. */
export const limitLine = ({ name, value, most, noise = 0 }: Limit): string =>
  `${most === undefined ? "    " : isMissed({ name, value, most, noise }) ? "FAIL" : "ok  "} ${value.toFixed(2).padStart(8)}${most === undefined ? "         " : ` ≤ ${most.toFixed(2).padEnd(6)}`} ${name}`;
