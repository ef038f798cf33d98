import * as fc from "fast-check";
import { expect, it } from "vitest";
import { isAddress } from "../../server/contract/emailAddress.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";

it.each(["waitlist", "beta_applications"])("%s accepts exactly the addresses that the forms accept", async (table) => {
  const label = fc
    .tuple(fc.constantFrom("", "a", "9-9", "-a", "a-", "ä"), fc.constantFrom(0, 1, 59, 60, 61, 62, 63))
    .map(([text, length]) => text + "x".repeat(length));
  const local = fc.constantFrom("a", "a.b+c", "'", "", " ", "a@b", "x".repeat(70));
  const address = fc
    .tuple(local, fc.array(label, { minLength: 1, maxLength: 3 }))
    .map(([name, labels]) => `${name}@${labels.join(".")}`);
  const addresses = fc.sample(address, { numRuns: 2000, seed: 7 });
  const backend = await startBackend();
  try {
    await withClient(backend.databaseUrl, async (client) => {
      const rule = await client.query<{ rule: string }>(
        "select pg_get_expr(conbin, conrelid) as rule from pg_constraint where conname = $1",
        [`${table}_email_valid`],
      );
      const judged = await client.query<{ email: string; valid: boolean }>(
        `select email, ${rule.rows[0]?.rule} as valid from unnest($1::text[]) as given(email)`,
        [addresses],
      );
      expect(judged.rows).toEqual(addresses.map((email) => ({ email, valid: isAddress(email) })));
      expect(judged.rows.filter(({ valid }) => valid).length).toBeGreaterThan(100);
    });
  } finally {
    await backend.stop();
  }
});
