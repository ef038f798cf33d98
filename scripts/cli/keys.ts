import type { ReadStream } from "node:tty";
import { interruptedError } from "./errors.ts";
import { endOfInput } from "./io.ts";

const interruptKey = "\u0003";

/**
 * How long the terminal has to be quiet before a key counts, in ms: a key that is held down, or pasted text, must not decide
 * on an application that has not been shown yet.
 */
const quiet = 150;

/** The next key pressed at a terminal, in lower case. Arrow keys and other escape sequences are ignored. */
export function readKey(terminal: ReadStream, signal: AbortSignal, interrupt: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let last = Date.now();
    const end = (done: () => void) => {
      terminal.off("data", typed).off("end", ended);
      signal.removeEventListener("abort", aborted);
      terminal.setRawMode(false).pause();
      done();
    };
    const ended = () => end(() => resolve(endOfInput));
    const aborted = () => end(() => reject(interruptedError()));
    const typed = (chunk: Buffer) => {
      const text = chunk.toString();
      if (text.includes(interruptKey)) return interrupt();
      const now = Date.now();
      const early = now - last < quiet;
      last = now;
      const [key] = text;
      if (!early && key !== undefined && key !== "\u001B") end(() => resolve(key.toLowerCase()));
    };
    if (signal.aborted) return reject(interruptedError());
    signal.addEventListener("abort", aborted);
    terminal.on("data", typed).on("end", ended);
    terminal.setRawMode(true).resume();
  });
}
