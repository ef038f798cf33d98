import type { SupabaseClient } from "@supabase/supabase-js";
import type { Command } from "commander";
import { counted, span } from "../../../server/lib/amounts.ts";
import { examples, parseCount, parseTime } from "../../cli/session/arguments.ts";
import { type BackendContext, type Host, onBackend } from "../../cli/session/context.ts";
import { dataOf } from "../../data/calls.ts";
import { batches, pageSize } from "../../operator/pages.ts";
import { CliError, interruptedError } from "../../data/errors.ts";
import { say } from "../../cli/terminal/io.ts";
import { progress } from "../../cli/terminal/progress.ts";
import { applications, consents, subscribers, visits } from "./people.ts";

interface SeedOptions {
  waitlist: number;
  beta: number;
  seed: number;
  since?: Date;
  until?: Date;
  confirm?: string;
  dryRun?: true;
}

export function defineSeed(program: Command, host: Host): void {
  const time = (text: string) => parseTime(text, host.io.clock());
  program
    .command("seed")
    .summary("add made-up people and applications")
    .description(
      "Adds plausible, made-up people and applications with addresses that nobody owns (RFC 2606), spread over time as at a launch, with answers, friends, tags, visits, and a first wave that is invited. It mails nobody. The same seed adds nothing twice.",
    )
    .option("--waitlist <n>", "people on the waitlist", parseCount(0), 500)
    .option("--beta <n>", "beta applications", parseCount(0), 50)
    .option("--seed <n>", "which people: the same number makes the same ones", parseCount(0), 1)
    .option("--since <time>", "when the first one joined (default: 60 days before the last)", time)
    .option("--until <time>", "when the last one joined (default: today, 0:00 UTC)", time)
    .option("--dry-run", "only say what would be written")
    .option("--confirm <host>", "write to a hosted project: its host name, such as abc.supabase.co")
    .addHelpText("after", examples("seed", "seed --waitlist 5000 --beta 300 --seed 7"))
    .action((options: SeedOptions, command: Command) =>
      onBackend(host, command, (context) => seed(context, options), {
        create: options.confirm === undefined,
      }),
    );
}

const day = 86_400_000;

/**
 * Adds made-up people in domains that nobody owns. Running the same seed again adds nothing.
 * @throws CliError `usage` when a hosted project is not confirmed by its host, or one is confirmed and none is set.
 */
async function seed(context: BackendContext, options: SeedOptions): Promise<void> {
  const until = options.until ?? new Date(Math.floor(context.clock().getTime() / day) * day);
  const from = options.since ?? new Date(until.getTime() - 60 * day);
  if (from >= until) throw new CliError("usage", "--since must be before --until.");
  if (context.embedded && options.confirm !== undefined)
    throw new CliError("usage", "--confirm names a hosted project, but SUPABASE_URL is not set.");
  const { host } = new URL(context.url);
  if (!options.dryRun && !context.embedded && options.confirm !== host)
    throw new CliError("usage", `${host} is not an embedded stack.`, {
      hint: `To write made-up people there all the same: --confirm ${host}`,
    });
  const plan = `${counted(options.waitlist, "person", "people")} and ${counted(options.beta, "application")}, from ${from.toISOString().slice(0, 10)} to ${until.toISOString().slice(0, 10)}, seed ${options.seed}`;
  say(
    context,
    `${options.dryRun ? "Would write" : "Writing"} ${plan}, to ${context.embedded ? "the embedded stack" : host}.`,
  );
  if (options.dryRun) return;

  const started = performance.now();
  const all = options.waitlist + options.beta;
  const bar = progress(context, "Writing", all);
  // The client is not typed by table here, because rows of several tables are added.
  const supabase: SupabaseClient = context.supabase;
  let done = 0;
  /** Adds the rows whose key is not there yet; returns how many those were. */
  const add = async (table: string, key: string, people: Iterable<object>): Promise<number> => {
    let added = 0;
    for await (const rows of batches(people, pageSize)) {
      const adding = supabase.from(table).upsert(rows, { onConflict: key, ignoreDuplicates: true }).select(key);
      added += (await dataOf(adding, context.signal)).length;
      bar.at(Math.min((done += rows.length), all));
    }
    return added;
  };
  try {
    const time = { from, until };
    const chosen = () => subscribers(options.seed, options.waitlist, time);
    const people = await add("waitlist", "email", chosen());
    const applied = await add("beta_applications", "id", applications(options.seed, options.beta, time));
    await add("consent_events", "id", consents(chosen()));
    await add("visits", "quarter,source", visits(options.seed, chosen()));
    const known = all - people - applied;
    say(
      context,
      `Added ${counted(people, "person", "people")} and ${counted(applied, "application")} (${span(performance.now() - started)})${known > 0 ? `; ${counted(known, "was", "were")} there already` : ""}.`,
    );
  } catch (error) {
    if (context.signal.aborted) throw interruptedError("What has been written stays; the same command continues.");
    throw error;
  } finally {
    bar.end();
  }
}
