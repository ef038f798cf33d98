import { type Command, Option } from "commander";
import type { CommonFilter } from "../../../server/contract/peopleFilter.ts";
import { minute } from "../../../server/lib/amounts.ts";
import { examples } from "../../cli/session/arguments.ts";
import { type BackendContext, type Host, onBackend } from "../../cli/session/context.ts";
import { CliError } from "../../data/errors.ts";
import { addFilters, choosesPeople, filterOf, flagsOfPeople } from "../../cli/session/filters.ts";
import { write } from "../../cli/terminal/io.ts";
import { withProgress } from "../../cli/terminal/progress.ts";
import { painter, printableJson } from "../../cli/terminal/terminalText.ts";
import { type Bucket, readPeopleStats, readStats } from "../../operator/figures.ts";
import { statsText } from "./text.ts";

interface StatsOptions extends CommonFilter {
  by?: Bucket;
  json?: true;
  full?: true;
}

export function defineStats(program: Command, host: Host): void {
  addFilters(program.command("stats"), host)
    .summary("who may be mailed, what moved, sources; with --full all figures")
    .description(
      `Shows how the list stands, what moved, and where people came from; with --full also sign-ups over time as a chart, friends, answers, and applications by role and status. With ${flagsOfPeople}, it counts only the people they choose. Days and weeks of the chart are UTC.`,
    )
    .option("--full", "all figures, with sign-ups over time as a chart")
    .addOption(new Option("--by <span>", "the same, with bars of a day or a week").choices(["day", "week"]))
    .option("--json", "as JSON, with all figures")
    .addHelpText("after", examples("stats --by week", "stats --since 2026-05-01 --json | jq .waitlist"))
    .action((options: StatsOptions, command: Command) =>
      onBackend(host, command, (context) => showStats(context, options)),
    );
}

/**
 * Shows the figures of the launch on stdout.
 * @throws CliError `usage` for options that contradict each other, `unreachable`.
 */
async function showStats(context: BackendContext, { by, json, full, ...options }: StatsOptions): Promise<void> {
  const filter = filterOf(options);
  const { since, until } = filter;
  const now = context.clock();
  if (since && since > now)
    throw new CliError("usage", `--since is in the future: it is ${minute(now.toISOString())}.`);
  const period = periodOf(since, until, now);
  const read = choosesPeople(filter) ? readPeopleStats : readStats;
  const report = await withProgress(context, "Counting", read(context, { bucket: by ?? "day", ...filter }));
  if (json) return write(context.out, printableJson({ period, ...report }));
  // Output to a file or a pipe is never cut off, even if messages go to a terminal.
  const columns = context.outIsTerminal ? context.columns : Infinity;
  const paint = painter(context.color.out);
  const text = statsText(report, by ?? (full ? "day" : undefined), { ...context, columns, paint });
  return write(context.out, `${describePeriod(period)}\n${text}`);
}

/** The time that figures cover: from `since` (null: from the first row on) to just before `until`; ISO 8601 in UTC. */
interface Period {
  since: string | null;
  until: string;
}

/** The period that options ask for; it never ends later than now. */
export function periodOf(since: Date | undefined, until: Date | undefined, now: Date): Period {
  const end = until && until < now ? until : now;
  return { since: since?.toISOString() ?? null, until: end.toISOString() };
}

/** A time for people, to the minute; only the day where it is midnight. */
const minuteOrDay = (iso: string): string => iso.slice(0, 16).replace("T", " ").replace(" 00:00", "");

/** The period in words: `2026-05-01 until 2026-05-04 12:00 UTC`. */
export const describePeriod = ({ since, until }: Period): string =>
  `${since === null ? "All" : minuteOrDay(since)} until ${minuteOrDay(until)} UTC`;
