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
  options: { cwd?: string; peak?: boolean } = {},
): Promise<Measured> {
  const started = performance.now();
  const child = spawn(process.execPath, [...(options.peak ? ["--import", tellPeak] : []), ...args], {
    cwd: options.cwd,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const ms = performance.now() - started;
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}: ${err}`);
  return { ms, peak: Number(/peak=(\d+)/u.exec(err)?.[1] ?? 0) / 1024 };
}
