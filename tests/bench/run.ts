import process from "node:process";
import { parseArgs } from "node:util";

/** The benchmarks: `npm run bench -- page build`, or all of them without names. Each is a script that prints its figures. */
const benches = [
  "page",
  "interaction",
  "visitor",
  "build",
  "dev",
  "cli",
  "captcha",
  "mail",
  "joins",
  "operator",
  "edge",
];

/** `--rows` is for `cli`. */
const { positionals: asked } = parseArgs({ allowPositionals: true, options: { rows: { type: "string" } } });
const unknown = asked.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no benchmark ${unknown.join(", ")}. There are: ${benches.join(", ")}.\n`);
  process.exitCode = 2;
} else {
  for (const name of benches) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    process.stdout.write(`\n${name}\n`);
    await import(`./${name}.ts`);
  }
}
