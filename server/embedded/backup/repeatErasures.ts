import type { Client } from "pg";
import { withClient } from "../database/withClient.ts";

/** Numbers of changes, made since a backup, that a restore must not undo. */
export interface RepeatedChanges {
  erased: number;
  /** Applications erased at the end of the beta. */
  applications: number;
  unsubscribed: number;
  /** Addresses added to the suppression list, including those of erased people. */
  suppressed: number;
}

/** What is read of the former database, each as one JSON array. */
const former = {
  key: "select inner_key, outer_key from public.suppression_key",
  suppressions: "select hash, reason, created_at, erased from public.email_suppressions",
  erasures: "select id, hash, applications_until from public.erasures",
  unsubscribed: `select email, unsubscribed_at as at, (
    select case when event = 'unsubscribed' then happened_at end from public.consent_events c where c.person = w.id
      order by happened_at desc, id limit 1) as withdrawn_at
    from public.waitlist w where unsubscribed_at is not null`,
};

/** The order of `suppress_email`: a stronger reason wins. */
const strength = (reason: string): string =>
  `array_position(array['erased', 'unsubscribed', 'bounced', 'complained'], ${reason})`;

/** Whether both databases have the same key. A database that was restored in the place of another project has a different one. */
const findKey =
  "select from public.suppression_key join json_populate_recordset(null::public.suppression_key, $1) using (inner_key, outer_key)";

const suppress = `
  insert into public.email_suppressions as s select * from json_populate_recordset(null::public.email_suppressions, $1)
    on conflict (hash) do update set erased = s.erased or excluded.erased,
      reason = case when ${strength("excluded.reason")} > ${strength("s.reason")} then excluded.reason else s.reason end
    where excluded.erased and not s.erased or ${strength("excluded.reason")} > ${strength("s.reason")}`;

/** People of the restored database, with the hash of their address. */
const findPeople = `
  create temp table people on commit drop as select email, public.suppression_hash(email) as hash from (
    select email from public.waitlist union select email from public.beta_applications
    union select lower(email) from auth.users where email is not null) p`;

/**
 * The addresses include those of people who were erased and came back since, because all that came after the
 * backup is given up.
 */
const erase = `
  with erased as (
    select hash from json_to_recordset($1) as e(id uuid, hash text) where not exists (select from public.erasures o where o.id = e.id)
    union select hash from public.email_suppressions where erased)
  select public.erase_person(email) from (select distinct email from people join erased using (hash)) p`;

const eraseApplications = `
  select public.erase_applications(until, null) ->> 'beta_applications' as n from (
    select max(applications_until) as until from json_to_recordset($1) as e(id uuid, applications_until timestamptz)
      where not exists (select from public.erasures o where o.id = e.id)) e where until is not null`;

/**
 * This includes people for whom `prune` has since kept only a hash. People who withdrew consent, rather than
 * bounced, must not be mailed again after a bounce.
 */
const unsubscribe = `
  with f as (
    select email, at, withdrawn_at from json_to_recordset($1) as l(email text, at timestamptz, withdrawn_at timestamptz)
    union all select email, s.created_at, s.created_at from people join public.email_suppressions s using (hash)
      where s.reason = 'unsubscribed'
  ), noted as (
    insert into public.consent_events (person, event, happened_at)
      select w.id, 'unsubscribed', f.withdrawn_at from f join public.waitlist w using (email)
        where f.withdrawn_at is not null and 'unsubscribed' is distinct from (
          select c.event from public.consent_events c where c.person = w.id order by c.happened_at desc, c.id limit 1)
  )
  update public.waitlist w set unsubscribed_at = f.at from f where f.email = w.email and w.unsubscribed_at is null`;

/**
 * Repeats in a restored database what must not be undone of the former one: erasures, suppressions and unsubscriptions. All or nothing.
 * @throws PostgreSQL's errors, for example if the former database's migrations lack a table.
 */
export const repeatErasures = (formerUrl: string, restoredUrl: string): Promise<RepeatedChanges> =>
  withClient(formerUrl, (before) =>
    withClient(restoredUrl, async (restored) => {
      const repeat = async (statement: string, json: string) => (await restored.query(statement, [json])).rowCount ?? 0;
      const erasures = await readJson(before, former.erasures);
      const suppressions = await readJson(before, former.suppressions);
      const hashes = suppressions !== "[]" || erasures !== "[]";
      if (hashes && (await repeat(findKey, await readJson(before, former.key))) === 0)
        throw new Error("its suppression list has another key");
      await restored.query("begin");
      const suppressed = await repeat(suppress, suppressions);
      await restored.query(findPeople);
      const erased = await repeat(erase, erasures);
      const applications = await restored.query<{ n: string }>(eraseApplications, [erasures]);
      const unsubscribed = await repeat(unsubscribe, await readJson(before, former.unsubscribed));
      await restored.query("commit");
      return { erased, applications: Number(applications.rows[0]?.n ?? 0), unsubscribed, suppressed };
    }),
  );

async function readJson(client: Client, query: string): Promise<string> {
  const { rows } = await client.query<{ json: string }>(
    `select coalesce(json_agg(t), '[]')::text as json from (${query}) t`,
  );
  return rows[0]?.json ?? "[]";
}
