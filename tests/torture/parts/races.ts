import { withClient } from "../../../server/embedded/database/withClient.ts";
import { type Rule, rules } from "../races/rules.ts";
import { race } from "../races/run.ts";
import { type Figure, figure, note, tally } from "../support/figures.ts";
import { withDatabase } from "../support/part.ts";

const options = { operations: 3000, connections: 10, round: 100 };

/** Random operations of visitors, operators, senders and providers on ten people at the same time (docs/decisions/0192). */
export const races = (seed: number): Promise<Figure[]> =>
  withDatabase(async ({ databaseUrl }) => {
    const came = await withClient(databaseUrl, (client) => race(databaseUrl, client, { ...options, seed }));
    const broken = (rule: Rule): Figure => {
      const found = came.found(rule);
      return figure(rules[rule], found.length === 0 ? 0 : `${found.length} (${tally(found)})`, found.length === 0);
    };
    return [
      note("seed", seed),
      note("operations", options.operations),
      note("calls that a deadlock ended, and were made again", came.deadlocks),
      figure(
        "looks for who was erased last, and for who had joined last",
        `${came.erased}, ${came.listed}`,
        came.erased > 0 && came.listed > 0,
      ),
      broken("failed"),
      broken("leases"),
      broken("left"),
      broken("erased"),
      broken("lost"),
      broken("launches"),
      broken("chain"),
      broken("report"),
      broken("suppressed"),
      broken("spent"),
    ];
  });
