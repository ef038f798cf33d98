import process from "node:process";
import { benches, commandLine } from "./support/commandLine.ts";

/** The benchmarks: `npm run bench -- page build`, or all of them without names. Each is a script that prints its figures. */
const { asked } = commandLine;
for (const name of benches) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  await import(`./${name}.ts`);
}
