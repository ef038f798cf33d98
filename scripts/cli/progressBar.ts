import { count, span } from "./amounts.ts";
import { barDrawn, clearBar } from "./barLine.ts";
import { glyphsFor } from "./glyphs.ts";
import type { Io } from "./io.ts";

/** Shortest time between two redraws, in ms. */
const redrawInterval = 100;

/** Width of the bar itself, in cells. */
const width = 28;

/** Makes a terminal cut what does not fit its line (DECAWM, ECMA-48's private mode 7): `\r` cannot return to an earlier line. */
const oneLine = { on: "\u001B[?7l", off: "\u001B[?7h" };

/** A bar with rate and time left on stderr, if that is a terminal; does nothing anywhere else. */
export interface ProgressBar {
  at(done: number): void;
  end(): void;
}

/** What shows progress needs of a command's surroundings. */
export type ProgressIo = Pick<Io, "err" | "interactive" | "verbosity" | "unicode">;

/** `from` was done by an earlier run and does not count for the rate; `show` formats an amount. */
export function progressBar(
  { err, interactive, verbosity, unicode }: ProgressIo,
  total: number,
  from = 0,
  show = count,
): ProgressBar {
  if (!interactive || verbosity === "quiet") return { at: () => undefined, end: () => undefined };
  const glyphs = glyphsFor({ unicode });
  // By the monotonic clock: if the system clock is set back, the bar goes on.
  const started = performance.now();
  let drawn = Number.NEGATIVE_INFINITY;
  return {
    at(done) {
      const now = performance.now();
      if (now - drawn < redrawInterval && done < total) return;
      drawn = now;
      const rate = ((done - from) / Math.max(now - started, 1)) * 1000;
      const share = total === 0 ? 1 : Math.min(done / total, 1);
      const full = Math.round(share * width);
      const left = rate > 0 ? `, ${span(((total - done) / rate) * 1000)} left` : "";
      barDrawn(err);
      err.write(
        `\r${oneLine.on}${glyphs.full.repeat(full)}${glyphs.empty.repeat(width - full)} ${Math.floor(share * 100)} %  ${show(done)} of ${show(total)}  ${show(rate)}/s${done < total ? left : ""}\u001B[K${oneLine.off}`,
      );
    },
    end: () => clearBar(err),
  };
}

/** A bar for work that itself finds out how much it is, and calls `total` with that before `at`. */
export function laterBar(io: ProgressIo): ProgressBar & { total(all: number): void } {
  let bar: ProgressBar | undefined;
  return {
    total: (all) => void (bar = progressBar(io, all)),
    at: (done) => bar?.at(done),
    end: () => bar?.end(),
  };
}
