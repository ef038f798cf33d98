import { execFileSync } from "node:child_process";
import process from "node:process";
import { benches, commandLine } from "./support/commandLine.ts";

/**
 * Runs the benchmarks: `npm run bench -- page cli`, or all of them without names. Each is a script that prints
 * its figures.
 */
const { asked } = commandLine;
// Most of them measure the export in dist/, which may be missing, or built from other sources.
for (const program of [["scripts/bundle.mjs"], ["scripts/build.mjs", "--if-changed"]])
  execFileSync(process.execPath, program, { stdio: ["ignore", "ignore", "inherit"] });
for (const name of benches) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stdout.write(`\n${name}\n`);
  await import(`./${name}.ts`);
}
