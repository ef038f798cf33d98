import { rename, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { BackendContext } from "../../cli/context.ts";
import { painter } from "../../cli/color.ts";
import { CliError } from "../../cli/errors.ts";
import { say, write } from "../../cli/io.ts";
import { type Bucket, readStats } from "./report.ts";
import { terminalCharts } from "./terminal.ts";

/** Options of `stats`, as commander gives them. */
export interface StatsOptions {
  by: Bucket;
  since?: Date;
  until?: Date;
  json?: true;
  html?: string;
}

/** Shows the figures of the launch on stdout, or writes them as a page. */
export async function showStats(
  context: BackendContext,
  { by, since, until, json, html }: StatsOptions,
): Promise<void> {
  if (since && until && since >= until) throw new CliError("usage", "--since must be before --until.");
  const report = await readStats(context, by, since, until);
  if (html !== undefined) {
    const { htmlPage } = await import("./html.ts");
    const file = resolve(context.folder, html);
    await writeFile(`${file}.partial`, htmlPage(report, by, context.clock()), { mode: 0o600 });
    await rename(`${file}.partial`, file);
    return say(context, `The figures are in ${file}`);
  }
  if (json) return write(context.out, `${JSON.stringify(report, null, 2)}\n`);
  return write(context.out, terminalCharts(report, by, painter(context.color.out)));
}
