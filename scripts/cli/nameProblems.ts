import { count } from "./amounts.ts";
import { type Messages, writeMessage } from "./io.ts";

/** Most problems that are listed. */
const mostNamed = 20;

/** Lists problems on stderr, one per line, even with --quiet; of many it lists the first, and counts the others. */
export function nameProblems(io: Messages, problems: readonly string[]): void {
  for (const problem of problems.slice(0, mostNamed)) writeMessage(io, problem);
  if (problems.length > mostNamed) writeMessage(io, `and ${count(problems.length - mostNamed)} more`);
}
