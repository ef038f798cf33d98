import { setImmediate } from "node:timers/promises";
import { CommanderError } from "commander";
import type { Host } from "./cli/session/context.ts";
import { ReaderGoneError, writeMessage } from "./cli/terminal/io.ts";
import { CliError, exitCodes, interruptedError, writeError } from "./data/errors.ts";
import { createProgram } from "./program.ts";
import { harmless } from "./cli/terminal/terminalText.ts";
import { processHost } from "./cli/session/processHost.ts";
import { exemptLoopback } from "../server/lib/loopback.ts";
import { messageOf } from "../server/lib/caught.ts";

/** Parses and runs a command line. It returns the exit code and never throws. */
export async function run(argv: readonly string[], host: Host): Promise<number> {
  const verbose = argv.some((argument) => argument === "--verbose" || argument === "-v");
  try {
    await createProgram(host).parseAsync([...argv], { from: "user" });
    return exitCodes.ok;
  } catch (error) {
    // Commander has already printed what is wrong; it throws for --help too.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (host.io.signal.reason === closedPipe || error instanceof ReaderGoneError) return exitCodes.ok;
    const interrupted = host.io.signal.aborted && !(error instanceof CliError);
    return report(interrupted ? interruptedError() : error, host, verbose);
  }
}

/** The reason for aborting a run when nobody reads its output any more. */
export const closedPipe = Symbol("closed pipe");

function report(error: unknown, { io }: Host, verbose: boolean): number {
  const known = error instanceof CliError;
  writeMessage(io, `error: ${messageOf(error)}`);
  if (known && error.hint) writeMessage(io, error.hint);
  if (verbose && error instanceof Error)
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      io.err.write(`${harmless(cause.stack ?? "")}\n`);
  else if (!known) io.err.write("This was not expected. Run it again with --verbose to see where it comes from.\n");
  return known ? exitCodes[error.code] : exitCodes.failed;
}

/** The entry of the process. */
export async function main(argv: readonly string[]): Promise<void> {
  exemptLoopback(process.env);
  const { host, refusal, dispose } = processHost(closedPipe);
  try {
    const code = await run(argv, host);
    // The failure of a write that nobody awaited arrives one tick later.
    await setImmediate();
    const error = refusal();
    process.exitCode = error && code === exitCodes.ok ? report(writeError("stdout", error), host, false) : code;
  } finally {
    dispose();
  }
}
