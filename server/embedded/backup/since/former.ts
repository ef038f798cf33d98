import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** Mails that the former database has not sent yet, so nobody has been told by them. */
const waits = "sent_at is null and dead_at is null";

/**
 * The queries on the former database, by the temporary table for their rows. What was sent or told before `since` is in the backup.
 * Older migrations lack the columns `erased`, `applications_until` and `hash`.
 */
const tables = (since: string): [table: string, query: string][] => [
  [
    "former_keys (id uuid, created_at timestamptz, inner_key text, outer_key text)",
    "select id, created_at, inner_key, outer_key from public.suppression_keys",
  ],
  [
    "former_suppressions (hash text, reason text, created_at timestamptz, erased boolean)",
    "select hash, reason, created_at, coalesce((to_jsonb(s) ->> 'erased')::boolean, reason = 'erased') from public.email_suppressions s",
  ],
  [
    "former_erasures (id uuid, applications_until timestamptz, hash text)",
    "select id, (to_jsonb(e) ->> 'applications_until')::timestamptz, to_jsonb(e) ->> 'hash' from public.erasures e",
  ],
  [
    "former_left (email text, at timestamptz)",
    "select email, unsubscribed_at from public.waitlist where unsubscribed_at is not null",
  ],
  [
    "former_unconfirmed (email text, at timestamptz)",
    `select w.email, coalesce(max(c.happened_at), now())
       from public.waitlist w left join public.consent_events c on c.email = w.email and c.event = 'unsubscribed'
       where w.unsubscribed_at is null and w.confirmed_at is null group by w.email`,
  ],
  [
    "former_consents (id uuid, email text, happened_at timestamptz, text_version text, client_hash text)",
    "select id, email, happened_at, text_version, client_hash from public.consent_events where event = 'unsubscribed'",
  ],
  [
    "former_sent (id uuid, sent_at timestamptz, provider_id text, bounced_at timestamptz, complained_at timestamptz)",
    `select id, sent_at, provider_id, bounced_at, complained_at from public.email_outbox where sent_at > ${since}`,
  ],
  [
    "former_tokens (hash text, purpose text, email text, created_at timestamptz, expires_at timestamptz, spent_at timestamptz)",
    `select hash, purpose, email, created_at, expires_at, spent_at from public.email_tokens where created_at > ${since}`,
  ],
  [
    "former_notified (email text)",
    `select email from public.waitlist w where notified and not exists (
       select from public.email_outbox o where o.email = w.email and o.kind = 'launch-announcement' and ${waits})`,
  ],
  ["former_sessions (token text)", "select token from auth.refresh_tokens where revoked is not true"],
  [
    "former_passwords (id uuid, encrypted_password text)",
    "select id, encrypted_password from auth.users where email_confirmed_at is not null",
  ],
  [
    "former_updates (hash text, parameters jsonb, created_at timestamptz)",
    "select hash, parameters, created_at from public.email_updates",
  ],
  [
    "former_recipients (name text, email text, hash text, told_at timestamptz)",
    `select name, email, hash, told_at from public.email_update_recipients r where told_at > ${since} and not exists (
       select from public.email_outbox o where o.email = r.email and o.update_hash = r.hash and ${waits})`,
  ],
];

/**
 * A day before the backup, because clocks may change; the beginning of time where the clock was so far ahead at the backup that its
 * time has not come yet.
 */
const sinceSql = (backedUp: Date): string => {
  const at = `timestamptz '${backedUp.toISOString()}'`;
  return `(case when ${at} > now() then '-infinity' else ${at} - interval '1 day' end)`;
};

/** Copies what must not be undone from the former database to temporary tables of a transaction on the restored one. */
export async function copyFormer(former: Client, restored: Client, backedUp: Date): Promise<void> {
  for (const [table, query] of tables(sinceSql(backedUp))) {
    await restored.query(`create temp table ${table} on commit drop`);
    const into = `copy ${table.split(" ", 1)[0]} from stdin`;
    await pipeline(former.query(copyTo(`copy (${query}) to stdout`)), restored.query(copyFrom(into)));
  }
}
