import { type Command, Option } from "commander";
import { minute } from "../../cli/amounts.ts";
import { examples, parseTime } from "../../cli/arguments.ts";
import { painter, printableJson } from "../../cli/terminalText.ts";
import { type BackendContext, type Host, onBackend } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { write } from "../../cli/io.ts";
import { withProgress } from "../../cli/progress.ts";
import { type Bucket, periodOf, readStats } from "../../operator/figures.ts";
import { terminalCharts } from "./terminal.ts";

interface StatsOptions {
  by: Bucket;
  since?: Date;
  until?: Date;
  json?: true;
}

/** `prelaunch stats` */
export function defineStats(program: Command, host: Host): void {
  program
    .command("stats")
    .summary("sign-ups over time, sources, applications")
    .description(
      "Shows sign-ups over time as a chart, who has been notified, where people came from, and applications by role and status. Days and weeks are UTC.",
    )
    .addOption(new Option("--by <span>", "time that one bar stands for").choices(["day", "week"]).default("day"))
    .option("--since <time>", "only what was created at or after this", parseTime)
    .option("--until <time>", "only what was created before this", parseTime)
    .option("--json", "as JSON")
    .addHelpText("after", examples("stats --by week", "stats --since 2026-05-01 --json | jq .waitlist"))
    .action((options: StatsOptions, command: Command) =>
      onBackend(host, command, (context) => showStats(context, options)),
    );
}

/**
 * Shows the figures of the launch on stdout.
 * @throws CliError `usage` for options that contradict each other, `unreachable`.
 */
async function showStats(context: BackendContext, { by, since, until, json }: StatsOptions): Promise<void> {
  if (since && until && since >= until) throw new CliError("usage", "--since must be before --until.");
  const now = context.clock();
  if (since && since > now)
    throw new CliError("usage", `--since is in the future: it is ${minute(now.toISOString())}.`);
  const period = periodOf(since, until, now);
  const report = await withProgress(context, "Counting", readStats(context, { bucket: by, since, until }));
  if (json) return write(context.out, printableJson({ period, ...report }));
  // In a file or a pipe nothing is cut off, whichever terminal messages go to.
  const columns = context.outIsTerminal ? context.columns : Infinity;
  const paint = painter(context.color.out);
  return write(context.out, terminalCharts(report, by, period, { ...context, columns, paint }));
}
