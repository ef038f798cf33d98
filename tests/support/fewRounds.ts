import { escapeLiteral } from "pg";
import { withClient } from "../../server/embedded/database/withClient.ts";

/**
 * Stores the passwords of roles again with one round of SCRAM instead of 4,096. Every connection computes these rounds, which
 * takes a millisecond of processor time; tests make thousands of connections. `url` is a superuser's.
 */
export const storeWithFewRounds = (url: string, roles: readonly string[], password: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query("set scram_iterations = 1");
    for (const role of roles) await client.query(`alter role ${role} password ${escapeLiteral(password)}`);
  });
