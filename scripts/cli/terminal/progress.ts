import { count, span } from "../../../server/lib/amounts.ts";
import { glyphsFor } from "./terminalText.ts";
import { barDrawn, clearBar, type Io } from "./io.ts";

/** Shortest time between two redraws, in ms. */
const redrawInterval = 100;

/** Width of the bar itself, in cells. */
const width = 28;

/**
 * Makes a terminal cut what does not fit its line (DECAWM, ECMA-48's private mode 7), because `\r` cannot
 * return to an earlier line.
 */
const oneLine = { on: "\u001B[?7l", off: "\u001B[?7h" };

/** The progress of long work, on the last line of a terminal. */
interface Progress {
  /** Sets the total, once that is known. */
  total(all: number): void;
  at(done: number): void;
  /** Removes the line. */
  end(): void;
}

/** The parts of a command's surroundings that a progress bar needs. */
type ProgressIo = Pick<Io, "err" | "interactive" | "verbosity" | "unicode">;

/**
 * Shows what is being done, such as `Reading people.csv`, on stderr; shows nothing without a terminal or with
 * --quiet. With a total it is a bar with rate and time left. `show` formats an amount.
 */
export function progress(io: ProgressIo, label: string, total?: number, show = count): Progress {
  const { err, interactive, verbosity } = io;
  if (!interactive || verbosity === "quiet")
    return { total: () => undefined, at: () => undefined, end: () => undefined };
  const { full, empty, ellipsis } = glyphsFor(io);
  // Time is taken from the monotonic clock, so that the bar continues if the system clock is set back.
  const started = performance.now();
  let all = total;
  let drawn = Number.NEGATIVE_INFINITY;
  const bar = (done: number, most: number): string => {
    const rate = (done / Math.max(performance.now() - started, 1)) * 1000;
    const share = most === 0 ? 1 : Math.min(done / most, 1);
    const cells = Math.round(share * width);
    const left = rate > 0 && done < most ? `, ${span(((most - done) / rate) * 1000)} left` : "";
    return `${full.repeat(cells)}${empty.repeat(width - cells)} ${Math.floor(share * 100)} %  ${show(done)} of ${show(most)}  ${show(rate)}/s${left}`;
  };
  const draw = (text: string) => {
    drawn = performance.now();
    barDrawn(err);
    err.write(`\r${oneLine.on}${label} ${text}\u001B[K${oneLine.off}`);
  };
  draw(ellipsis);
  return {
    total: (most) => void (all = most),
    at(done) {
      const finished = all !== undefined && done >= all;
      if (performance.now() - drawn < redrawInterval && !finished) return;
      draw(all === undefined ? `${ellipsis} ${show(done)}` : bar(done, all));
    },
    end: () => clearBar(err),
  };
}

/** Says what is being done during `work`, whose length is unknown. @throws whatever `work` rejects with. */
export function withProgress<T>(io: ProgressIo, label: string, work: Promise<T>): Promise<T> {
  const line = progress(io, label);
  return work.finally(() => line.end());
}
