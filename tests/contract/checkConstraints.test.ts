import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { betaFields } from "../../server/contract/beta.ts";
import { isAddress } from "../../server/contract/emailAddress.ts";
import { limits, longestActor, longestNote, longestProof } from "../../server/contract/limits.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { isOutboxMail, messageParameters } from "../../server/mail/messages/parameters.ts";
import { columnWords } from "../../server/supabase/schema.ts";
import { startBackend } from "../support/backend.ts";
import { samples } from "./deniedSamples.ts";

/** A statement that adds a row, with its values. */
function insertion(table: string, row: Record<string, unknown>): [string, unknown[]] {
  const columns = Object.keys(row);
  const numbers = columns.map((_, n) => `$${n + 1}`);
  return [`insert into public.${table} (${columns.join()}) values (${numbers.join()})`, Object.values(row)];
}

describe("a CHECK of the database", () => {
  let databaseUrl: string;
  beforeAll(async () => {
    const backend = await startBackend();
    ({ databaseUrl } = backend);
    return backend.stop;
  });

  it("accepts exactly the words that the column's type has", async () => {
    const expected: Record<string, readonly string[]> = {
      "email_outbox.kind": Object.keys(messageParameters).filter(isOutboxMail),
    };
    for (const [table, columns] of Object.entries(columnWords))
      for (const [column, words] of Object.entries(columns)) expected[`${table}.${column}`] = words;
    const accepted: Record<string, string[]> = {};
    await withClient(databaseUrl, async (client) => {
      const checks = await client.query<{ name: string; list: string }>(
        `select c.conrelid::regclass || '.' || part[1] as name, part[2] as list from pg_constraint c,
           regexp_match(pg_get_constraintdef(c.oid), '^CHECK \\(\\((\\w+) = ANY \\((.*)\\)\\)\\)$') as part
         where c.connamespace = 'public'::regnamespace and c.contype = 'c' and part is not null`,
      );
      for (const { name, list } of checks.rows) {
        const { rows } = await client.query<{ words: string[] }>(`select (${list})::text[] as words`);
        accepted[name] = rows[0]?.words ?? [];
      }
    });
    expect(accepted).toEqual(expected);
  });

  it.each([
    ["beta_applications", { reviewed_at: "2026-05-04" }],
    ["waitlist", { redeemed_at: "2026-05-04" }],
    ["email_outbox", { kind: "application-accepted" }],
    ["email_outbox", { kind: "application-declined" }],
    ["email_outbox", { kind: "update", to_list: true }],
    ["email_outbox", { kind: "update", to_list: false, update_hash: "d".repeat(64) }],
    ["email_outbox", { attempts: -1 }],
    ["email_batches", { attempts: 0 }],
    ["email_batches", { sealed_at: "2026-05-04" }],
    ["webhook_events", { attempts: -1 }],
    ["visits", { visits: 0 }],
    ["waitlist", { friends: -1 }],
  ])("refuses a row of %s that contradicts itself: %j", async (table, change) => {
    await withClient(databaseUrl, async (client) => {
      const add = (row: Record<string, unknown>) => client.query(...insertion(table, row));
      await client.query("begin");
      await add({ ...samples[table]?.row });
      await client.query("rollback");
      await expect(add({ ...samples[table]?.row, ...change })).rejects.toMatchObject({ code: "23514" });
    });
  });

  it("refuses an infinite time in every column", async () => {
    await withClient(databaseUrl, async (client) => {
      const times = await client.query<{ name: string; refused: boolean }>(
        `select a.attrelid::regclass || '.' || attname as name, exists (select from pg_constraint c
             where c.conrelid = a.attrelid and c.contype = 'c' and strpos(pg_get_constraintdef(c.oid), 'isfinite(' || attname || ')') > 0) as refused
           from pg_attribute a join pg_class t on t.oid = a.attrelid
           where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.atttypid = 'timestamptz'::regtype`,
      );
      expect(times.rows.length).toBeGreaterThan(30);
      expect(times.rows.filter(({ refused }) => !refused)).toEqual([]);
      for (const sign of ["", "-"])
        await expect(
          client.query(...insertion("email_outbox", { ...samples["email_outbox"]?.row, sent_at: `${sign}infinity` })),
        ).rejects.toMatchObject({ code: "23514" });
    });
  });

  it("accepts texts exactly as long as the code does", async () => {
    const expected = {
      email_address_length: limits.email,
      beta_application_events_actor_length: longestActor,
      beta_application_events_note_length: longestNote,
      consent_events_proof_length: longestProof,
      ...Object.fromEntries(
        Object.entries(limits)
          .filter(([field]) => field !== "email" && field in betaFields.entries)
          .map(([field, longest]) => [`beta_applications_${field}_length`, longest]),
      ),
      visits_source_format: limits.source,
      waitlist_source_format: limits.source,
    };
    const { rows } = await withClient(databaseUrl, (client) =>
      client.query<{ name: string; longest: number }>(
        `select conname as name, part[1]::int as longest from pg_constraint c,
           regexp_match(pg_get_constraintdef(c.oid), 'char_length\\((?:\\w+|\\(VALUE\\)::text)\\) <= (\\d+)') as part
         where c.connamespace = 'public'::regnamespace and c.contype = 'c' and part is not null`,
      ),
    );
    expect(Object.fromEntries(rows.map(({ name, longest }) => [name, longest]))).toMatchObject(expected);
  });

  it("refuses a field of JSON that it would drop", async () => {
    const admission = "'beta:' || repeat('c', 64), 1, 1";
    const refused = [
      ["apply_for_beta", `'{"nickname": "Ada"}', ${admission}`],
      ["import_applications", `'[{}, {"nickname": "Ada"}]'`],
      ["import_applications", `'[{"events": [{"nickname": "Ada"}]}]'`],
      ["import_waitlist", `'[{"email": "ada@example.com", "nickname": "Ada"}]'`],
      ["announce_page", `'{"nickname": "Ada"}'`],
      ["prune_page", `'{"nickname": "Ada"}'`],
      ["register_email_tokens", `'[{"nickname": "Ada"}]'`],
      ["settle_emails", `'[{"nickname": "Ada"}]'`],
    ];
    for (const [name, args] of refused)
      await withClient(databaseUrl, (client) =>
        expect(client.query(`select public.${name}(${args})`)).rejects.toThrow('no field "nickname"'),
      );
  });

  it("refuses a condition on people that it does not know, in whose place everybody would be meant", async () => {
    const where = (...condition: unknown[]) =>
      withClient(databaseUrl, (client) =>
        client.query("select public.stats_report('day', conditions => $1)", [JSON.stringify([condition])]),
      );
    for (const condition of [
      ["source", "like", "m%"],
      ["notified", "is", "often"],
      ["source"],
      ["nickname", "eq", "x"],
    ])
      await expect(where(...condition)).rejects.toMatchObject({ code: "42703" });
    // A value must not be taken for a part of the statement.
    await expect(where("source", "eq", "x' or '%L' = '%L")).resolves.toMatchObject({
      rows: [{ stats_report: { waitlist: { total: 0 } } }],
    });
  });

  it("accepts exactly the addresses that the forms accept", async () => {
    const label = fc
      .tuple(fc.constantFrom("", "a", "9", "9-9", "-a", "a-", "ä"), fc.constantFrom(0, 0, 0, 1, 59, 60, 61, 62, 63))
      .map(([text, length]) => text + "x".repeat(length));
    const local = fc.constantFrom("a", "a.b+c", "'", "", " ", "a@b", "x".repeat(70));
    const address = fc
      .tuple(local, fc.array(label, { minLength: 1, maxLength: 4 }))
      .map(([name, labels]) => `${name}@${labels.join(".")}`);
    const addresses = fc.sample(address, { numRuns: 500, seed: 7 });
    await withClient(databaseUrl, async (client) => {
      const judged = await client.query<{ email: string; valid: boolean }>(
        `select email, pg_input_is_valid(email, 'public.email_address') as valid from unnest($1::text[]) as given(email)`,
        [addresses],
      );
      const accepted = (email: string) => isAddress(email) && email.length <= limits.email;
      expect(judged.rows).toEqual(addresses.map((email) => ({ email, valid: accepted(email) })));
      expect(judged.rows.filter(({ valid }) => valid).length).toBeGreaterThan(10);
    });
  });
});
