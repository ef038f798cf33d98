import type { Io } from "./io.ts";
import { count } from "./amounts.ts";

/** Most problems that are named one by one. */
const mostNamed = 20;

/** Names problems on stderr, a line each, with --quiet too; of many the first, and how many more there are. */
export function nameProblems({ err }: Pick<Io, "err">, problems: readonly string[]): void {
  for (const problem of problems.slice(0, mostNamed)) err.write(`${problem}\n`);
  if (problems.length > mostNamed) err.write(`and ${count(problems.length - mostNamed)} more\n`);
}
