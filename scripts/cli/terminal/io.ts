import type { Readable, Writable } from "node:stream";
import { fit, harmless } from "./terminalText.ts";
import { isClosedPipe, writeError } from "../../data/errors.ts";

/** How much a command says on stderr: errors only, progress too, or also retries and stack traces. */
type Verbosity = "quiet" | "normal" | "verbose";

export interface Choice<T extends string> {
  value: T;
  label: string;
  hint?: string;
}

/** Asks the person at the terminal. Each question rejects with `interruptedError` at Ctrl-C. */
export interface Prompts {
  /** Asks for yes or no; Enter alone means no. */
  confirm(question: string): Promise<boolean>;
  /** Asks for one of some answers; undefined if the person gives up. */
  choose<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T | undefined>;
  /** Asks for one of some answers, each of which is the letter to press; undefined if the person gives up. */
  key<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T | undefined>;
  /** Asks for a line of text, which is returned as it was typed. */
  text(question: string): Promise<string>;
}

/** A command's streams, its terminal and what stops it; a test passes its own. */
export interface Io {
  /** Input from a pipe. */
  in: Readable;
  /** The command's result and nothing else, as it may be piped. */
  out: Writable;
  /** Messages for a person. */
  err: Writable;
  /** This is aborted by Ctrl-C. */
  signal: AbortSignal;
  verbosity: Verbosity;
  /** Whether stderr is a terminal that a progress bar can redraw. */
  interactive: boolean;
  color: { out: boolean; err: boolean };
  /** Whether stdout is a terminal, where a person reads. */
  outIsTerminal: boolean;
  /** Width of a line of messages, in cells. */
  columns: number;
  /** Whether messages may have characters beyond ASCII. */
  unicode: boolean;
  /** Asks the person at the terminal; undefined if nobody can be asked. */
  prompts: Prompts | undefined;
  clock: () => Date;
}

/** Where messages to a person go, and the width of their lines on a terminal. */
export type Messages = Pick<Io, "err" | "interactive" | "columns">;

/** Messages, and how much is to be said. */
export type Speaker = Messages & Pick<Io, "verbosity">;

/** The streams whose last line is a progress bar now. */
const drawn = new WeakSet<Writable>();

/** Remembers that a progress bar has been drawn, so that other messages can clear it. */
export const barDrawn = (err: Writable): void => void drawn.add(err);

/** Clears the line of a progress bar, if there is one, so that something else can be written there. */
export function clearBar(err: Writable): void {
  if (drawn.delete(err)) err.write("\r\u001B[K");
}

/** Writes a message to stderr, even with --quiet; on a terminal its lines fit. */
export function writeMessage({ err, interactive, columns }: Messages, message: string): void {
  const text = harmless(message);
  clearBar(err);
  err.write(`${interactive ? fit(text, columns) : text}\n`);
}

/** Writes a message to stderr, unless --quiet. */
export function say(io: Speaker, message: string): void {
  if (io.verbosity !== "quiet") writeMessage(io, message);
}

/** Writes a message to stderr with --verbose only. */
export function detail(io: Speaker, message: string): void {
  if (io.verbosity === "verbose") writeMessage(io, message);
}

/** This error means that nobody reads stdout any more, as with `| head`: the command has done what it was asked for. */
export class ReaderGoneError extends Error {
  override readonly name = "ReaderGoneError";
}

/**
 * Writes to stdout and waits until it has room, so that memory use stays constant.
 * @throws ReaderGoneError, CliError `failed` when stdout cannot be written, such as a file on a full disk.
 */
export function write(stdout: Writable, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) =>
    stdout.write(text, (error) => {
      if (!error) resolve();
      else if (isClosedPipe(error)) reject(new ReaderGoneError("Nobody reads stdout any more.", { cause: error }));
      else reject(writeError("stdout", error));
    }),
  );
}
