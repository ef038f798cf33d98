import { barDrawn, clearBar } from "./barLine.ts";
import { glyphsFor } from "./glyphs.ts";
import type { ProgressIo } from "./progressBar.ts";

/** Says on a terminal what is being done while `work`, whose progress is unknown, takes its seconds; the line goes when it has ended. */
export function withPassingLine<T>(
  { err, interactive, verbosity, unicode }: ProgressIo,
  what: string,
  work: Promise<T>,
): Promise<T> {
  if (!interactive || verbosity === "quiet") return work;
  err.write(`${what} ${glyphsFor({ unicode }).ellipsis}`);
  barDrawn(err);
  return work.finally(() => clearBar(err));
}
