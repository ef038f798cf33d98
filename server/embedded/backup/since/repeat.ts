import type { Client } from "pg";
import { withClient } from "../../database/withClient.ts";
import { copyFormer } from "./former.ts";

/** Numbers of changes, made since a backup, that a restore must not undo. */
export interface Since {
  /** Erased people. */
  erased: number;
  /** Applications erased at the end of the beta. */
  applications: number;
  left: number;
  /** Addresses added to the suppression list, including those of erased people. */
  suppressed: number;
  /** Mails that were waiting when the backup was made. */
  sent: number;
  /** Announcements to people, of the launch and of updates. */
  told: number;
}

/** The order of `suppress_email`: a stronger reason wins. */
const strength = (reason: string): string =>
  `array_position(array['erased', 'unsubscribed', 'bounced', 'complained'], ${reason})`;

const findNews = `
  insert into public.suppression_keys (id, created_at, inner_key, outer_key)
    select id, created_at, inner_key, outer_key from former_keys on conflict do nothing;
  create temp table news on commit drop as
    select f.* from former_suppressions f left join public.email_suppressions s using (hash)
    where s.hash is null or f.erased and not s.erased or ${strength("f.reason")} > ${strength("s.reason")};
  create temp table new_erasures on commit drop as
    select applications_until, hash from former_erasures f
    where not exists (select from public.erasures e where e.id = f.id);
  create temp table hashes_of_news on commit drop as
    with hashes as materialized (
      select hash, reason, created_at, erased from news where erased or reason = 'unsubscribed'
      -- Who came back since is not on the list any more; what had been erased stays erased.
      union all select hash, 'erased', null, true from new_erasures where hash is not null
    )
    select p.email, n.hash, n.reason, n.created_at, n.erased from (
      select email from public.waitlist union select email from public.beta_applications
      union select lower(email) from auth.users where email is not null
    ) p cross join lateral unnest(public.suppression_hashes(p.email)) h join hashes n on n.hash = h
    where exists (select from hashes)`;

/** People on the list of whom `prune` has since kept only a hash: they count as unsubscribed, until `prune` erases them again. */
const pruned = `
  select p.email, p.hash, p.created_at as at from hashes_of_news p join public.waitlist w using (email)
  where p.reason = 'unsubscribed' and not p.erased`;

const suppress = `
  insert into public.email_suppressions as s (hash, reason, created_at, erased)
    select hash, reason, created_at, erased from news n where not exists (select from (${pruned}) p where p.hash = n.hash)
    on conflict (hash) do update set erased = s.erased or excluded.erased,
      reason = case when ${strength("excluded.reason")} > ${strength("s.reason")} then excluded.reason else s.reason end`;

const erase = "select public.erase_person(email) from (select distinct email from hashes_of_news where erased) p";

const eraseApplications = `
  select public.erase_applications(until, null) ->> 'beta_applications' as n
    from (select max(applications_until) as until from new_erasures) e where until is not null`;

/** People who had confirmed, left, and were asked again: that they came back is given up, and that they left is not. */
const askedAgain = `
  select f.email, f.at from former_unconfirmed f join public.waitlist w using (email) where w.confirmed_at is not null`;

const leave = `
  update public.waitlist w set unsubscribed_at = f.at
    from (select email, at from former_left union all select email, at from (${pruned}) p union all ${askedAgain}) f
    where f.email = w.email and w.unsubscribed_at is null`;

/** Of everybody who left, as consent is also withdrawn by those whom a bounce took off the list before the backup. */
const withdraw = `
  insert into public.consent_events (id, email, event, happened_at, text_version, client_hash)
    select c.id, email, 'unsubscribed', c.happened_at, c.text_version, c.client_hash
    from former_consents c join public.waitlist w using (email) where w.unsubscribed_at is not null on conflict do nothing`;

const send = `
  update public.email_outbox o set sent_at = f.sent_at, provider_id = f.provider_id, bounced_at = f.bounced_at,
      complained_at = f.complained_at, dead_at = null, leased_until = null, last_error = null
    from former_sent f where f.id = o.id and o.sent_at is null`;

/** A confirmation is given up, so its link, which may have been followed, has to work once more. */
const keepLinks = `
  insert into public.email_tokens (hash, purpose, email, created_at, expires_at, spent_at)
    select f.hash, f.purpose, email, f.created_at, f.expires_at, case f.purpose when 'unsubscribe' then f.spent_at end
      from former_tokens f join public.waitlist using (email) on conflict do nothing`;

/** A session that was renewed since is unknown by its new token; by the old one, whoever copied that could go on with it. */
const endSessions = `
  delete from auth.sessions s where not exists (
    select from auth.refresh_tokens r join former_sessions f using (token) where r.session_id = s.id and r.revoked is not true)`;

const changePasswords = `
  update auth.users u set encrypted_password = f.encrypted_password from former_passwords f
    where f.id = u.id and u.email_confirmed_at is not null and f.encrypted_password is distinct from u.encrypted_password`;

const tellOfLaunch = `
  update public.waitlist w set notified = true from former_notified f where f.email = w.email and not w.notified`;

const tellOfUpdates = `
  insert into public.email_updates (hash, parameters, created_at)
    select hash, parameters, created_at from former_updates on conflict do nothing;
  insert into public.email_update_recipients (name, email, hash, told_at)
    select f.name, email, f.hash, f.told_at from former_recipients f join public.waitlist using (email) on conflict do nothing`;

/** Number of rows that a statement changed, or the last of several statements. */
async function changed(client: Client, sql: string): Promise<number> {
  const result: unknown = await client.query(sql);
  const last: unknown = Array.isArray(result) ? result.at(-1) : result;
  return typeof last === "object" && last && "rowCount" in last ? Number(last.rowCount) : 0;
}

/**
 * Repeats in a restored database what must not be undone of the former one: erasures, unsubscriptions, suppressions, sent mails
 * with their links, ends of sessions and new passwords. All or nothing. `backedUp` is the time of the backup.
 * @throws PostgreSQL's errors, for example if the former database's migrations lack a table.
 */
export const repeatSince = (formerUrl: string, restoredUrl: string, backedUp: Date): Promise<Since> =>
  withClient(formerUrl, (before) =>
    withClient(restoredUrl, async (restored) => {
      await restored.query("begin");
      await copyFormer(before, restored, backedUp);
      await restored.query(findNews);
      const suppressed = await changed(restored, suppress);
      const erased = await changed(restored, erase);
      const left = await changed(restored, leave);
      await restored.query(withdraw);
      const applications = Number((await restored.query<{ n: string }>(eraseApplications)).rows[0]?.n ?? 0);
      const sent = await changed(restored, send);
      for (const statement of [keepLinks, endSessions, changePasswords]) await restored.query(statement);
      const told = (await changed(restored, tellOfLaunch)) + (await changed(restored, tellOfUpdates));
      await restored.query("commit");
      return { erased, applications, left, suppressed, sent, told };
    }),
  );
