import type { Answer } from "../backend/postForm.ts";

/** Result of `sendForm` before React took over; undefined if nothing was sent, or after the result has been shown. */
type Sending = Promise<Answer | undefined> | undefined;

const handOvers = new Map<string, () => Sending>();

/**
 * Registers the function by which React takes over the form of this name: `handOver` ends the early code, and returns what it has
 * sent.
 */
export function letTakeOver(name: string, handOver: () => Sending): void {
  handOvers.set(name, handOver);
}

/** Takes over the form of this name for React; returns what was sent before. */
export function takeOver(name: string): Sending {
  const sending = handOvers.get(name)?.();
  handOvers.delete(name);
  return sending;
}
