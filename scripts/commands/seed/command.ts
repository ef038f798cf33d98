import type { Command } from "commander";
import { parseCount, parseTime } from "../../cli/arguments.ts";
import { type Host, onBackend } from "../../cli/context.ts";
import { examples } from "../../cli/help.ts";
import type { SeedOptions } from "./run.ts";

/** `prelaunch seed` */
export function defineSeed(program: Command, host: Host): void {
  program
    .command("seed")
    .summary("add made-up people and applications")
    .description(
      "Adds plausible, made-up people and applications with addresses that nobody owns (RFC 2606), spread over time as at a launch. The same seed adds nothing twice.",
    )
    .option("--waitlist <n>", "people on the waitlist", parseCount(0), 500)
    .option("--beta <n>", "beta applications", parseCount(0), 50)
    .option("--seed <n>", "which people: the same number makes the same ones", parseCount(0), 1)
    .option("--since <time>", "when the first one joined (default: 60 days before the last)", parseTime)
    .option("--until <time>", "when the last one joined (default: today, 0:00 UTC)", parseTime)
    .option("--dry-run", "only say what would be written")
    .option("--confirm <host>", "write to a hosted project: its host name, such as abc.supabase.co")
    .addHelpText("after", examples("seed", "seed --waitlist 5000 --beta 300 --seed 7"))
    .action((options: SeedOptions, command: Command) =>
      onBackend(host, command, async (context) => (await import("./run.ts")).seed(context, options), {
        create: options.confirm === undefined,
      }),
    );
}
