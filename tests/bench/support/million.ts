import { createHash } from "node:crypto";
import { withClient } from "../../../server/embedded/database/withClient.ts";

/** How many rows of each kind are made. */
export const amounts = { waitlist: 1_000_000, applications: 1_000_000, suppressions: 100_000, accounts: 100_000 };

/** Address of the nth person. */
export const person = (n: number): string => `person${n}@example.com`;

/** Id of the nth application. */
export const application = (n: number): string =>
  createHash("md5")
    .update(`application${n}`)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/u, "$1-$2-$3-$4-");

/** SQL for the address of the person with the number `i`. */
const address = "'person' || i || '@example.com'";
const series = (n: number) => `generate_series(1, ${n}) i`;
const keyed = (prefix: string) => `encode(sha256(convert_to('${prefix}' || i, 'UTF8')), 'hex')`;

/**
 * Fills a project's database like a large launch, including the traces of visitors and of accounts. One in
 * a thousand people has unsubscribed, so that a filter on that finds rows far apart.
 */
export const fillWithMillion = (databaseUrl: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    // Triggers and foreign keys are disabled: they would take ten times as long, and find nothing.
    await client.query("set session_replication_role = replica");
    for (const statement of [
      `insert into public.waitlist (email, created_at, source, notified, confirmed_at, unsubscribed_at)
         select ${address}, '2026-01-01'::timestamptz + i * interval '5 seconds', case when i % 3 = 0 then 'source-' || i % 50 end,
           i % 2 = 0, case when i % 5 > 0 then now() end, case when i % 1000 = 7 then now() end from ${series(amounts.waitlist)}`,
      `insert into public.beta_applications (id, name, email, role, reason, status, created_at, reviewed_at)
         select md5('application' || i)::uuid, 'Person ' || i, ${address}, (array['freelancer', 'small-business-owner', 'consultant', 'agency-owner', 'other'])[1 + i % 5],
           repeat('Because. ', 30), case when i % 1000 = 7 then 'accepted' else 'pending' end, '2026-01-01'::timestamptz + i * interval '5 seconds',
           case when i % 1000 = 7 then '2026-01-02'::timestamptz + i * interval '5 seconds' end
         from ${series(amounts.applications)}`,
      `insert into public.beta_application_events (application_id, created_at, actor, from_status, to_status)
         select id, created_at, 'ada', 'pending', 'accepted' from public.beta_applications`,
      `insert into public.email_suppressions (hash, reason)
         select (public.suppression_hashes('gone' || i || '@example.com'))[1], (array['erased', 'bounced', 'complained'])[1 + i % 3]
         from ${series(amounts.suppressions)}`,
      `insert into public.erasures (removed) select '{"waitlist": 1}' from ${series(amounts.suppressions)}`,
      // Half of them expired, as after a busy day.
      `insert into public.spent_captchas (hash, expires_at)
         select ${keyed("captcha")}, now() + (i % 2 * 2 - 1) * interval '1 hour' from ${series(amounts.waitlist)}`,
      `insert into public.rate_limits (key, tat)
         select 'waitlist:' || ${keyed("client")}, now() + (i % 2 * 2 - 1) * interval '1 hour' from ${series(amounts.waitlist)}`,
      `insert into public.trapped_submissions (day, form, count)
         select '2026-01-01'::date + i, form, 1000 from ${series(1000)}, (values ('waitlist'), ('beta')) forms(form)`,
      // Everybody was asked to confirm and half of them were told of an update; a million announcements wait, and 100,000 ended unsent.
      `insert into public.email_outbox (kind, email, attempts, created_at, sent_at, provider_id)
         select 'waitlist-confirmation', ${address}, 1, now() - interval '20 days', now() - interval '20 days', ${keyed("mail")} from ${series(amounts.waitlist)}`,
      `insert into public.email_outbox (kind, email) select 'launch-announcement', ${address} from ${series(amounts.waitlist)}`,
      `insert into public.email_outbox (kind, email, attempts, created_at, dead_at, last_error)
         select 'launch-announcement', ${address}, 15, now() - interval '3 days', now() - i % 1000 * interval '1 minute', 'smtp_451' from ${series(amounts.suppressions)}`,
      `insert into public.email_tokens (hash, purpose, email, expires_at)
         select ${keyed("link")}, case i % 2 when 0 then 'unsubscribe' else 'confirm' end, ${address},
           now() + (i % 4 - 1.5) * interval '1 day' from ${series(amounts.waitlist)}`,
      `insert into public.consent_events (email, event, text_version, client_hash)
         select ${address}, 'asked', 'waitlist-1', ${keyed("client")} from ${series(amounts.waitlist)}`,
      `insert into public.email_updates (hash, parameters) select ${keyed("update")}, '{}' from ${series(1)}`,
      `insert into public.email_update_recipients (name, email, hash)
         select 'may', 'person' || 2 * i || '@example.com', encode(sha256('update1'), 'hex') from ${series(amounts.waitlist / 2)}`,
      // Half of them were never confirmed, long ago.
      `insert into auth.users (id, email, aud, role, created_at, updated_at)
         select gen_random_uuid(), ${address}, 'authenticated', 'authenticated', at, at
         from ${series(amounts.accounts)}, lateral (select now() - i % 2 * interval '40 days' as at) made`,
      `insert into auth.audit_log_entries (id, payload, created_at)
         select gen_random_uuid(), json_build_object('action', 'login', 'actor_id', gen_random_uuid(), 'actor_username', ${address}, 'log_type', 'account', 'traits', json_build_object('provider', 'email')), now()
         from ${series(amounts.waitlist)}`,
    ])
      await client.query(statement);
    await client.query("vacuum analyze");
  });
