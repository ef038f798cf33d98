import type { Io } from "./io.ts";
import { count } from "./amounts.ts";
import { harmless } from "./terminalText.ts";

/** Most problems that are listed. */
const mostNamed = 20;

/** Lists problems on stderr, one per line, even with --quiet; of many it lists the first, and counts the others. */
export function nameProblems({ err }: Pick<Io, "err">, problems: readonly string[]): void {
  for (const problem of problems.slice(0, mostNamed)) err.write(`${harmless(problem)}\n`);
  if (problems.length > mostNamed) err.write(`and ${count(problems.length - mostNamed)} more\n`);
}
