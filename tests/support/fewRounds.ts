import { escapeLiteral } from "pg";
import { withClient } from "../../server/embedded/database/migrate.ts";

/**
 * Stores the passwords of roles anew, with one round of SCRAM in place of 4,096. Each connection goes through them, in a
 * millisecond of the processor's time; tests make thousands. `url` is a superuser's.
 */
export const storeWithFewRounds = (url: string, roles: readonly string[], password: string): Promise<void> =>
  withClient(url, async (client) => {
    await client.query("set scram_iterations = 1");
    for (const role of roles) await client.query(`alter role ${role} password ${escapeLiteral(password)}`);
  });
