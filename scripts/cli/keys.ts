import type { Readable } from "node:stream";
import { interruptedError } from "./errors.ts";
import { endOfInput } from "./io.ts";

const interruptKey = "\u0003";

/**
 * How long the terminal has to be quiet before a key counts, in ms: a key that is held down, or pasted text, must not decide
 * on an application that has not been shown yet. By the monotonic clock, as NTP may set the other meanwhile.
 */
const quiet = 150;

/** A terminal's input. */
type Terminal = Readable & { setRawMode(raw: boolean): unknown };

/** The next key pressed at a terminal, in lower case. Arrow keys and other escape sequences are ignored. */
export function readKey(terminal: Terminal, signal: AbortSignal, interrupt: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let last = performance.now();
    const end = (done: () => void) => {
      terminal.off("data", typed).off("end", ended);
      signal.removeEventListener("abort", aborted);
      terminal.setRawMode(false);
      terminal.pause();
      done();
    };
    const ended = () => end(() => resolve(endOfInput));
    const aborted = () => end(() => reject(interruptedError()));
    const typed = (chunk: Buffer) => {
      const text = chunk.toString();
      if (text.includes(interruptKey)) return interrupt();
      const now = performance.now();
      const early = now - last < quiet;
      last = now;
      const [key] = text;
      if (!early && key !== undefined && key !== "\u001B") end(() => resolve(key.toLowerCase()));
    };
    if (signal.aborted) return reject(interruptedError());
    signal.addEventListener("abort", aborted);
    terminal.on("data", typed).on("end", ended);
    terminal.setRawMode(true);
    terminal.resume();
  });
}
