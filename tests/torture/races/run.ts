import type { Client } from "pg";
import { type Looked, lookAtRest } from "./atRest.ts";
import { createDraws, type Draws } from "./draws.ts";
import { nextOperation } from "./operations.ts";
import type { Rule } from "./rules.ts";
import { openWorld, type World } from "./world.ts";

/** How many operations are run, and how many at once. */
export interface RaceOptions {
  /** Seed of the random numbers of all connections. */
  seed: number;
  operations: number;
  connections: number;
  /** Number of operations after which all connections stop, so that the database can be checked. */
  round: number;
}

/** The result of a run. */
export interface Raced extends Looked {
  /** Number of calls that PostgreSQL ended as deadlocks, and which were repeated. */
  deadlocks: number;
  /** The broken rules. */
  found(rule: Rule): readonly string[];
}

/** PostgreSQL's error code, or else the message; the store keeps the original error as the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return "code" in error ? `${String(error.code)} ${error.message}` : error.message;
}

/** Lets one connection work on the remaining operations of a round. */
async function playLane(world: World, draws: Draws, left: { operations: number }): Promise<void> {
  while (left.operations > 0) {
    left.operations--;
    const operation = nextOperation(draws);
    try {
      await operation?.run({ world, draws });
    } catch (error) {
      world.findings.add("failed", `${operation?.name}: ${reasonOf(error)}`);
    }
  }
}

async function play(world: World, { seed, operations, connections, round }: RaceOptions, rest: () => Promise<void>) {
  const lanes = Array.from({ length: connections }, (_, n) => createDraws(seed * 1000 + n));
  for (let done = 0; done < operations; done += round) {
    const left = { operations: Math.min(round, operations - done) };
    await Promise.all(lanes.map((draws) => playLane(world, draws, left)));
    await rest();
  }
}

/** Runs random operations at the same time on a database without other people, which is slowed down from then on. */
export async function race(databaseUrl: string, client: Client, options: RaceOptions): Promise<Raced> {
  const { world, close } = await openWorld(databaseUrl, client, options.connections);
  const looked = { erased: 0, listed: 0 };
  try {
    await play(world, options, async () => {
      const { erased, listed } = await lookAtRest(world, client);
      looked.erased += erased;
      looked.listed += listed;
      // Otherwise there would soon be nobody left who may be mailed.
      await world.pass("delete from public.email_suppressions where reason in ('bounced', 'complained')");
    });
  } finally {
    await close();
  }
  // Connections report their counts when they end.
  const { rows } = await client.query<{ n: number }>(
    "select deadlocks::integer as n from pg_stat_database where datname = current_database()",
  );
  return { ...looked, deadlocks: rows[0]?.n ?? 0, found: world.findings.of };
}
