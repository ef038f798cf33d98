import type { BackendContext } from "../../cli/context.ts";
import { insertMissing, type InsertTarget } from "../../cli/insertMissing.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { inDoubt, lostAnswers, lostText } from "../../cli/lostAnswers.ts";
import { counted, span } from "../../cli/amounts.ts";
import { progressBar } from "../../cli/progressBar.ts";
import { applications, subscribers } from "./people.ts";

/** Options of `seed`, as commander gives them. */
export interface SeedOptions {
  waitlist: number;
  beta: number;
  seed: number;
  since?: Date;
  until?: Date;
  confirm?: string;
  dryRun?: true;
}

/** Rows per request: as many as a hosted project takes without strain. */
const batchSize = 5000;

const launchLength = 60 * 86_400_000;

const startOfDay = (time: Date): Date => new Date(`${time.toISOString().slice(0, 10)}T00:00:00Z`);

/**
 * Adds made-up people in domains that nobody owns. Running the same seed again adds nothing.
 * @throws CliError `usage` when a hosted project is not confirmed by its host, or one is confirmed and none is set.
 */
export async function seed(context: BackendContext, options: SeedOptions): Promise<void> {
  const until = options.until ?? startOfDay(context.clock());
  const from = options.since ?? new Date(until.getTime() - launchLength);
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

  const { signal } = context;
  const started = performance.now();
  const lost = lostAnswers(context);
  const bar = progressBar(context, options.waitlist + options.beta);
  let done = 0;
  const insert = async (people: Iterable<object>, target: InsertTarget): Promise<number> => {
    let added = 0;
    for (const batch of batches(people)) {
      added += await insertMissing(context, target, batch);
      bar.at((done += batch.length));
    }
    return added;
  };
  try {
    const people = await insert(subscribers(options.seed, options.waitlist, { from, until }), {
      table: "waitlist",
      key: "email",
    });
    const applied = await insert(applications(options.seed, options.beta, { from, until }), {
      table: "beta_applications",
      key: "id",
    });
    bar.end();
    const known = options.waitlist + options.beta - people - applied;
    say(
      context,
      `Added ${counted(people, "person", "people")} and ${counted(applied, "application")} (${span(performance.now() - started)})${known > 0 ? `; ${counted(known, "was", "were")} there already` : ""}.${lostText(lost())}`,
    );
  } catch (error) {
    if (signal.aborted) throw interruptedError("What has been written stays; the same command continues.");
    inDoubt(lost)(error);
  } finally {
    bar.end();
  }
}

function* batches<T>(items: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
