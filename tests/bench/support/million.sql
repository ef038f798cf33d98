-- This makes a launch as large as design.md promises for a hosted project: a million people, 200,000 queued
-- mails and 5,000 applications. A superuser runs it.
set session_replication_role = replica;
select setseed(0.5);

insert into public.waitlist (email, created_at, joined_at, confirmed_at, unsubscribed_at, source, answers,
    referred_by, share_code, sender_credit, friends, email_hash, tags, invite_code, invited_at, redeemed_at)
  select email, at, at, case when n % 10 < 7 then at + interval '5 minutes' end,
      case when n % 20 = 3 then at + interval '9 days' end,
      case n % 4 when 0 then 'podcast' when 1 then 'news.' || n % 300 end,
      case when n % 3 = 0 then '{"time": "taxes", "invoices": "21+"}'::jsonb else '{}' end,
      case when n % 10 = 0 then lpad((n / 30)::text, 8, '0') end, lpad(n::text, 8, '0'),
      case when n % 10 = 0 then 'counted' end, case when n between 1 and 33333 then 3 else 0 end, public.suppression_hash(email),
      case when n % 10000 = 1 then '{rare,vip}' when n % 50 = 1 then '{vip}' else '{}' end::text[],
      case when n % 5 = 1 then lpad(n::text, 16, '0') end, case when n % 5 = 1 then at + interval '2 days' end,
      case when n % 15 = 1 then at + interval '3 days' end
    from (select n, 'person' || n || '@mail' || n % 50 || '.example' as email, now() - interval '120 days' + n * interval '10 seconds' as at
      from generate_series(1, 1000000) n) p;
insert into public.consent_events (person, event, happened_at, client_hash)
  select id, 'asked', created_at, encode(sha256(email::bytea), 'hex') from public.waitlist;
insert into public.consent_events (person, event, happened_at)
  select id, 'confirmed', confirmed_at from public.waitlist where confirmed_at is not null;
insert into public.consent_events (person, event, happened_at)
  select id, 'unsubscribed', unsubscribed_at from public.waitlist where unsubscribed_at is not null;
insert into public.email_updates (hash, parameters)
  values (repeat('a', 64), '{"subject": "May", "preview": "", "html": "May", "text": "May"}');
insert into public.email_update_recipients (name, person, hash)
  select 'may', id, repeat('a', 64) from public.waitlist order by created_at limit 200000;
-- Half a million of the people who asked to join have a mail on record; the mails of an update follow.
insert into public.email_outbox (kind, email, created_at, not_before, sent_at)
  select 'waitlist-confirmation', email, created_at, created_at, created_at + interval '5 seconds'
    from public.waitlist order by created_at desc limit 500000;
insert into public.email_outbox (kind, email, to_list, update_hash) select 'update', email, true, hash
  from public.email_update_recipients r join public.waitlist w on w.id = r.person;
insert into public.email_outbox (kind, email, failed_at, last_error, bounced_at)
  select 'waitlist-confirmation', email, now(), 'smtp_5.1.1', now() from public.waitlist where email like 'person%7_@mail%' limit 10000;
insert into public.email_tokens (hash, purpose, person, expires_at)
  select encode(sha256(('u' || email)::bytea), 'hex'), 'unsubscribe', id, now() + interval '3 years'
    from public.waitlist order by created_at limit 500000;
insert into public.beta_applications (name, email, role, reason, status, created_at, reviewed_at)
  select 'P', email, 'consultant', 'x', case when n % 5 = 0 then 'pending' else 'accepted' end, created_at,
      case when n % 5 > 0 then created_at + interval '1 day' end
    from (select *, row_number() over (order by created_at) as n from public.waitlist order by random() limit 5000) w;
insert into public.visits (quarter, source, visits)
  select h, case when s > 0 then 'news.' || s else '' end, 40
    from generate_series(date_trunc('hour', now()) - interval '60 days', now(), interval '15 minutes') h, generate_series(0, 50) s;
insert into auth.users (id, email, created_at, updated_at, email_confirmed_at)
  select gen_random_uuid(), email, now(), now(), now() from public.beta_applications;
set session_replication_role = origin;
-- Some people are suppressed, for each of the reasons.
select public.suppress_email(email, (array['bounced', 'complained', 'erased'])[1 + length(email) % 3])
  from public.waitlist where unsubscribed_at is not null limit 5000;
select public.suppress_email('gone' || n || '@mail.example', 'unsubscribed') from generate_series(1, 15000) n;
