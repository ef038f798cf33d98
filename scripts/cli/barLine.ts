import type { Writable } from "node:stream";

/** The streams whose last line is a progress bar at present. */
const drawn = new WeakSet<Writable>();

/** Remembers that a progress bar has been drawn. */
export const barDrawn = (err: Writable): void => void drawn.add(err);

/** Takes a progress bar off its line, where there is one, so that something else can be written there. */
export function clearBar(err: Writable): void {
  if (drawn.delete(err)) err.write("\r\u001B[K");
}
