import { count } from "../../../server/lib/amounts.ts";
import { type Messages, writeMessage } from "../terminal/io.ts";

/** Most problems that are listed. */
const maxListed = 20;

/**
 * Problems to be listed at the end: the first of them, and how many there are, since a list may have millions
 * of lines.
 */
export class Problems {
  readonly first: string[] = [];
  count = 0;

  add(problem: string): void {
    this.count += 1;
    if (this.first.length < maxListed) this.first.push(problem);
  }
}

/**
 * Lists problems on stderr, one per line, even with --quiet. If there are many, it lists the first and counts
 * the others.
 */
export function nameProblems(io: Messages, ...lists: readonly Problems[]): void {
  const named = lists.flatMap(({ first }) => first).slice(0, maxListed);
  for (const problem of named) writeMessage(io, problem);
  const others = lists.reduce((sum, list) => sum + list.count, -named.length);
  if (others > 0) writeMessage(io, `and ${count(others)} more`);
}
