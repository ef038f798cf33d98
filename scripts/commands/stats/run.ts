import type { BackendContext } from "../../cli/context.ts";
import { minute } from "../../cli/amounts.ts";
import { painter } from "../../cli/color.ts";
import { CliError } from "../../cli/errors.ts";
import { say, write } from "../../cli/io.ts";
import { withPassingLine } from "../../cli/passingLine.ts";
import { chooseOutput } from "../../cli/output/chooseOutput.ts";
import { writeOutput } from "../../cli/output/writeOutput.ts";
import { printableJson } from "../../cli/terminalText.ts";
import { periodOf } from "./period.ts";
import { type Bucket, readStats } from "./report.ts";
import { terminalCharts } from "./terminal.ts";

/** Options of `stats`, as commander gives them. */
export interface StatsOptions {
  by: Bucket;
  since?: Date;
  until?: Date;
  json?: true;
  html?: string;
  force?: true;
}

/**
 * Shows the figures of the launch on stdout, or writes them as a page.
 * @throws CliError `usage` for options that contradict each other, `failed` when the page cannot be written, `unreachable`.
 */
export async function showStats(
  context: BackendContext,
  { by, since, until, json, html, force }: StatsOptions,
): Promise<void> {
  if (since && until && since >= until) throw new CliError("usage", "--since must be before --until.");
  const now = context.clock();
  if (since && since > now)
    throw new CliError("usage", `--since is in the future: it is ${minute(now.toISOString())}.`);
  if (force && html === undefined) throw new CliError("usage", "--force is for --html.");
  const output = html === undefined ? undefined : await chooseOutput(context, html, { force });
  const period = periodOf(since, until, now);
  const report = await withPassingLine(context, "Counting", readStats(context, by, since, until));
  if (output) {
    const { htmlPage } = await import("./html.ts");
    await writeOutput(context, output, htmlPage(report, by, period), "page");
    return output.kind === "file" ? say(context, `The figures are in ${output.path}`) : undefined;
  }
  if (json) return write(context.out, printableJson({ period, ...report }));
  // In a file or a pipe nothing is cut off, whichever terminal messages go to.
  const columns = context.outIsTerminal ? context.columns : Infinity;
  const paint = painter(context.color.out);
  return write(context.out, terminalCharts(report, by, period, { ...context, columns, paint }));
}
