import { type Command, Option } from "commander";
import { parseTime } from "../../cli/arguments.ts";
import { type Host, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { StatsOptions } from "./run.ts";

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
    .addOption(new Option("--json", "as JSON").conflicts("html"))
    .option("--html <file>", "write one self-contained page with charts, readable offline and printable; - is stdout")
    .option("--force", "replace the page if there is one")
    .addHelpText(
      "after",
      examples("stats --by week", "stats --since 2026-05-01 --json | jq .waitlist", "stats --html launch.html --force"),
    )
    .action((options: StatsOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).showStats(context, options)),
    );
}
