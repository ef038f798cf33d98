import type { Client } from "pg";
import { withClient } from "../database/withClient.ts";

/** Numbers of changes, made since a backup, that a restore must not undo. */
export interface Since {
  /** Erased people. */
  erased: number;
  /** Applications erased at the end of the beta. */
  applications: number;
  left: number;
  /** Addresses added to the suppression list, including those of erased people. */
  suppressed: number;
  /** Mails that were waiting when the backup was made, and people who were told of the launch. */
  sent: number;
  told: number;
}

/** What is read of the former database, each as one JSON array. */
const former = {
  key: "select inner_key, outer_key from public.suppression_key",
  suppressions: "select hash, reason, created_at, erased from public.email_suppressions",
  erasures: "select id, hash, applications_until from public.erasures",
  people: `
    select email, unsubscribed_at as left_at, notified and not exists (
        select from public.email_outbox o where o.email = w.email and o.kind = 'launch-announcement' and o.sent_at is null and o.dead_at is null) as told
      from public.waitlist w where unsubscribed_at is not null or notified`,
  sent: "select id, sent_at from public.email_outbox where sent_at > $1",
  updates: "select hash, parameters, created_at from public.email_updates where created_at > $1",
  // Who was told of an update; a mail that still waits is lost with the former database, so that it has to be sent anew.
  recipients: `
    select name, email, hash, told_at from public.email_update_recipients r where told_at > $1 and not exists (
      select from public.email_outbox o where o.email = r.email and o.update_hash = r.hash and o.sent_at is null and o.dead_at is null)`,
  // Of mails that were sent since: their links work, one to confirm once more, as what it did is given up.
  links: "select hash, purpose, email, created_at, expires_at from public.email_tokens where created_at > $1",
};

/** The order of `suppress_email`: a stronger reason wins. */
const strength = (reason: string): string =>
  `array_position(array['erased', 'unsubscribed', 'bounced', 'complained'], ${reason})`;

/** Whether both databases have the same key; one that was restored in the place of another project has not. */
const findKey =
  "select from public.suppression_key join json_populate_recordset(null::public.suppression_key, $1) using (inner_key, outer_key)";

const suppress = `
  insert into public.email_suppressions as s select * from json_populate_recordset(null::public.email_suppressions, $1)
    on conflict (hash) do update set erased = s.erased or excluded.erased,
      reason = case when ${strength("excluded.reason")} > ${strength("s.reason")} then excluded.reason else s.reason end
    where excluded.erased and not s.erased or ${strength("excluded.reason")} > ${strength("s.reason")}`;

/** People of the restored database, with the hash that their address stands under. */
const findPeople = `
  create temp table people on commit drop as select email, public.suppression_hash(email) as hash from (
    select email from public.waitlist union select email from public.beta_applications
    union select lower(email) from auth.users where email is not null) p`;

/** Also of people who were erased and came back since, as that is given up with all that came after the backup. */
const erase = `
  with gone as (
    select hash from json_to_recordset($1) as e(id uuid, hash text) where not exists (select from public.erasures o where o.id = e.id)
    union select hash from public.email_suppressions where erased)
  select public.erase_person(email) from (select distinct email from people join gone using (hash)) p`;

const eraseApplications = `
  select public.erase_applications(until, null) ->> 'beta_applications' as n from (
    select max(applications_until) as until from json_to_recordset($1) as e(id uuid, applications_until timestamptz)
      where not exists (select from public.erasures o where o.id = e.id)) e where until is not null`;

/** Also of people of whom `prune` has since kept only a hash. */
const leave = `
  update public.waitlist w set unsubscribed_at = f.at from (
    select email, left_at as at from json_to_recordset($1) as l(email text, left_at timestamptz) where left_at is not null
    union all select email, s.created_at from people join public.email_suppressions s using (hash) where s.reason = 'unsubscribed') f
  where f.email = w.email and w.unsubscribed_at is null`;

const tell = `
  update public.waitlist w set notified = true from json_to_recordset($1) as t(email text, told boolean)
    where t.told and t.email = w.email and not w.notified`;

const send = `
  update public.email_outbox o set sent_at = f.sent_at, dead_at = null, last_error = null
    from json_to_recordset($1) as f(id uuid, sent_at timestamptz) where f.id = o.id and o.sent_at is null`;

const keepLinks = `
  insert into public.email_tokens (hash, purpose, email, created_at, expires_at)
    select t.hash, t.purpose, email, t.created_at, t.expires_at
      from json_populate_recordset(null::public.email_tokens, $1) t join public.waitlist using (email) on conflict do nothing`;

const keepUpdates = `
  insert into public.email_updates (hash, parameters, created_at)
    select hash, parameters, created_at from json_populate_recordset(null::public.email_updates, $1) on conflict do nothing`;

const tellUpdates = `
  insert into public.email_update_recipients (name, email, hash, told_at)
    select t.name, email, t.hash, t.told_at
      from json_populate_recordset(null::public.email_update_recipients, $1) t join public.waitlist using (email) on conflict do nothing`;

/**
 * Repeats in a restored database what must not be undone of the former one: erasures, suppressions, unsubscriptions and mails that were
 * sent, whose links are kept. All or nothing. `backedUp` is the time of the backup.
 * @throws PostgreSQL's errors, for example if the former database's migrations lack a table.
 */
export const repeatSince = (formerUrl: string, restoredUrl: string, backedUp: Date): Promise<Since> =>
  withClient(formerUrl, (before) =>
    withClient(restoredUrl, async (restored) => {
      const read = (query: string, ...parameters: unknown[]) => readJson(before, query, parameters);
      const repeat = async (statement: string, json: string) => (await restored.query(statement, [json])).rowCount ?? 0;
      const erasures = await read(former.erasures);
      const suppressions = await read(former.suppressions);
      const hashes = suppressions !== "[]" || erasures !== "[]";
      if (hashes && (await repeat(findKey, await read(former.key))) === 0)
        throw new Error("its suppression list has another key");
      await restored.query("begin");
      const suppressed = await repeat(suppress, suppressions);
      await restored.query(findPeople);
      const erased = await repeat(erase, erasures);
      const applications = await restored.query<{ n: string }>(eraseApplications, [erasures]);
      const people = await read(former.people);
      const left = await repeat(leave, people);
      const told = await repeat(tell, people);
      const sent = await repeat(send, await read(former.sent, backedUp));
      await repeat(keepUpdates, await read(former.updates, backedUp));
      await repeat(tellUpdates, await read(former.recipients, backedUp));
      await repeat(keepLinks, await read(former.links, backedUp));
      await restored.query("commit");
      return { erased, applications: Number(applications.rows[0]?.n ?? 0), left, suppressed, sent, told };
    }),
  );

async function readJson(client: Client, query: string, parameters: readonly unknown[]): Promise<string> {
  const { rows } = await client.query<{ json: string }>(
    `select coalesce(json_agg(t), '[]')::text as json from (${query}) t`,
    [...parameters],
  );
  return rows[0]?.json ?? "[]";
}
