import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { withClient } from "../database/migrate.ts";

/** What was done for good after a backup was made: people erased, people who left, addresses on the suppression list. */
export interface Since {
  erased: number;
  left: number;
  suppressed: number;
}

/** What is read of the database before, and the temporary table it goes to; earlier migrations know no `erased`. */
const former: [table: string, query: string][] = [
  [
    "former_keys (id uuid, created_at timestamptz, inner_key text, outer_key text)",
    "select id, created_at, inner_key, outer_key from public.suppression_keys",
  ],
  [
    "former_suppressions (hash text, reason text, created_at timestamptz, erased boolean)",
    "select hash, reason, created_at, coalesce((to_jsonb(s) ->> 'erased')::boolean, reason = 'erased') from public.email_suppressions s",
  ],
  [
    "former_left (email text, at timestamptz)",
    "select email, unsubscribed_at from public.waitlist where unsubscribed_at is not null",
  ],
  [
    "former_consents (id uuid, email text, happened_at timestamptz, text_version text, client_hash text)",
    "select id, email, happened_at, text_version, client_hash from public.consent_events where event = 'unsubscribed'",
  ],
];

/** The order of `suppress_email`: a stronger reason stays. */
const strength = (reason: string): string =>
  `array_position(array['erased', 'unsubscribed', 'bounced', 'complained'], ${reason})`;

const findNews = `
  insert into public.suppression_keys (id, created_at, inner_key, outer_key)
    select id, created_at, inner_key, outer_key from former_keys on conflict do nothing;
  create temp table news on commit drop as
    select f.* from former_suppressions f left join public.email_suppressions s using (hash)
    where s.hash is null or f.erased and not s.erased or ${strength("f.reason")} > ${strength("s.reason")};
  create temp table hashes_of_news on commit drop as
    select p.email, n.hash, n.reason, n.created_at, n.erased from (
      select email from public.waitlist union select email from public.beta_applications
      union select lower(email) from auth.users where email is not null
    ) p cross join lateral unnest(public.suppression_hashes(p.email)) h join news n on n.hash = h
    where exists (select from news where erased or reason = 'unsubscribed')`;

/** Whom \`prune\` has forgotten but for a hash since is on the list: they have left, and are forgotten again in their time. */
const pruned = `
  select p.email, p.hash, p.created_at as at from hashes_of_news p join public.waitlist w using (email)
  where p.reason = 'unsubscribed' and not p.erased`;

const suppress = `
  insert into public.email_suppressions as s (hash, reason, created_at, erased)
    select hash, reason, created_at, erased from news where hash not in (select hash from (${pruned}) p)
    on conflict (hash) do update set erased = s.erased or excluded.erased,
      reason = case when ${strength("excluded.reason")} > ${strength("s.reason")} then excluded.reason else s.reason end`;

const erase = "select public.erase_person(email) from (select distinct email from hashes_of_news where erased) p";

const leave = `
  with gone as (
    update public.waitlist w set unsubscribed_at = f.at
      from (select email, at from former_left union all select email, at from (${pruned}) p) f
      where f.email = w.email and w.unsubscribed_at is null returning w.email
  ), told as (
    insert into public.consent_events (id, email, event, happened_at, text_version, client_hash)
      select c.id, email, 'unsubscribed', c.happened_at, c.text_version, c.client_hash
      from former_consents c join gone using (email) on conflict do nothing
  ) select from gone`;

async function copyOver(from: Client, to: Client): Promise<void> {
  for (const [table, query] of former) {
    await to.query(`create temp table ${table} on commit drop`);
    const into = `copy ${table.split(" ", 1)[0]} from stdin`;
    await pipeline(from.query(copyTo(`copy (${query}) to stdout`)), to.query(copyFrom(into)));
  }
}

/**
 * Does again in a restored database what was done for good in the one before it: who was erased or left, and who may not
 * be written to. All of it or nothing.
 * @throws what PostgreSQL says, as where the migrations of the one before make no such table.
 */
export const repeatSince = (formerUrl: string, restoredUrl: string): Promise<Since> =>
  withClient(formerUrl, (before) =>
    withClient(restoredUrl, async (restored) => {
      await restored.query("begin");
      await copyOver(before, restored);
      await restored.query(findNews);
      const { rowCount: suppressed } = await restored.query(suppress);
      const { rowCount: left } = await restored.query(leave);
      const { rowCount: erased } = await restored.query(erase);
      await restored.query("commit");
      return { erased: erased ?? 0, left: left ?? 0, suppressed: suppressed ?? 0 };
    }),
  );
