import type { Readable, Writable } from "node:stream";
import { harmless } from "./terminalText.ts";
import { isSystemError, writeError } from "./fileError.ts";

/** How much a command says on stderr: errors only, the course of things, or stack traces and retries too. */
export type Verbosity = "quiet" | "normal" | "verbose";

/** Where a command writes and what stops it; a test gives its own. */
export interface Io {
  /** What is piped in. */
  in: Readable;
  /** Machine output alone. */
  out: Writable;
  /** Everything said to a person. */
  err: Writable;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  verbosity: Verbosity;
  /** Whether stderr is a terminal that a progress bar can redraw. */
  interactive: boolean;
  color: { out: boolean; err: boolean };
  /** Whether stdout is a terminal, where a person reads. */
  outIsTerminal: boolean;
  /** Cells of a line on stdout. */
  columns: number;
  /** Whether more than ASCII can be shown to a person. */
  unicode: boolean;
  /** Answers a question asked on the terminal; undefined where nobody can be asked. */
  ask: ((question: string) => Promise<string>) | undefined;
  /** A key pressed at the terminal, {@link endOfInput} at its end; undefined where there is none. */
  key: (() => Promise<string>) | undefined;
  clock: () => Date;
}

/** What Ctrl-D sends. */
export const endOfInput = "\u0004";

/** Says a line on stderr, unless --quiet. */
export function say({ err, verbosity }: Pick<Io, "err" | "verbosity">, line: string): void {
  if (verbosity !== "quiet") err.write(`${harmless(line)}\n`);
}

/** Says a line on stderr with --verbose only. */
export function detail({ err, verbosity }: Pick<Io, "err" | "verbosity">, line: string): void {
  if (verbosity === "verbose") err.write(`${harmless(line)}\n`);
}

/**
 * Writes to stdout and waits for room, so that memory stays constant. A closed pipe rejects with EPIPE.
 * @throws CliError `failed` when stdout takes no more, such as a file on a disk that is full.
 */
export function write(stdout: Writable, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) =>
    stdout.write(text, (error) => {
      if (error) reject(isSystemError(error) ? writeError("stdout", error) : error);
      else resolve();
    }),
  );
}
