-- Mails to whoever runs the launch (OPERATOR_EMAIL, docs/mail.md): a digest each morning, and alerts. A host asks for the report every now and
-- then, puts it into words, and queues those; what it alone knows, such as the disk, it adds.

-- What the operator should know: `alerts`, each with the time `at` which it happened, also those that were mailed before; and with `digest` the figures
-- of 24 hours and 7 days, unless the digest of that `day` is queued, else null. `reply_hours` is how long an applicant waits at most.
create function public.operator_report(request text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  r constant jsonb := public.known_json(request, '{day,digest,reply_hours}');
  week constant timestamptz := now() - interval '7 days';
  reply constant interval := make_interval(hours => (r ->> 'reply_hours')::integer);
  pause constant jsonb := (select to_jsonb(s) from public.system_times s where s.name = 'list_paused');
  alerts jsonb;
  digest jsonb;
begin
  select coalesce(jsonb_agg(a), '[]') into alerts from (
    select pause || '{"alert": "wave"}' as a where pause ->> 'reason' in ('bounces', 'complaints')
    union all
    select jsonb_build_object('alert', 'applications', 'at', max(created_at) + reply - interval '8 hours',
        'soon', count(*) filter (where created_at > now() - reply), 'overdue', count(*) filter (where created_at <= now() - reply))
      from public.beta_applications where status = 'pending' and created_at <= now() - reply + interval '8 hours' having count(*) > 0
    union all
    select jsonb_build_object('alert', 'webhook', 'at', max(failed_at), 'events', count(*))
      from public.webhook_events where failed_at is not null having count(*) > 0
  ) found;
  if (r ->> 'digest')::boolean and not exists (select from public.email_outbox
      where kind in ('operator-digest', 'operator-alert') and parameters ->> 'about' = 'digest' and parameters ->> 'day' = r ->> 'day') then
    with happened as (
      select 'joined' as what, created_at as at from public.waitlist where created_at > week
      union all select 'referred', created_at from public.waitlist where created_at > week and referred_by is not null
      union all select 'confirmed', confirmed_at from public.waitlist where confirmed_at > week
      -- Whoever bounced or complained is off the list by that.
      union all select 'unsubscribed', unsubscribed_at from public.waitlist where unsubscribed_at > week
        and not exists (select from public.email_suppressions s where s.hash = email_hash and s.reason in ('bounced', 'complained'))
      union all select 'applied', created_at from public.beta_applications where created_at > week
      union all select 'bounced', bounced_at from public.email_outbox where bounced_at > week
      union all select 'complained', complained_at from public.email_outbox where complained_at > week
      union all select 'failed', failed_at from public.failed_emails where failed_at > week
    ), figures as (
      select what, jsonb_build_array(count(*) filter (where at > now() - interval '1 day'), count(*)) as counts from happened group by 1
    ), pending as (
      select created_at + reply - now() as left from public.beta_applications where status = 'pending'
    )
    select jsonb_build_object(
        'figures', (select coalesce(jsonb_object_agg(what, counts), '{}') from figures),
        'sources', (select coalesce(jsonb_agg(to_jsonb(s) order by s.people desc, s.source), '[]') from (
          select source, count(*) as people from public.waitlist where created_at > week group by 1 order by 2 desc, 1 limit 3) s),
        'applications', (select jsonb_build_object(
            'overdue', count(*) filter (where p.left <= '0'), 'soon', count(*) filter (where p.left > '0' and p.left <= '8 hours'),
            'day', count(*) filter (where p.left > '8 hours' and p.left <= '24 hours'), 'later', count(*) filter (where p.left > '24 hours'))
          from pending p),
        'paused', case when pause is not null then coalesce(pause ->> 'reason', 'operator') end,
        'failed_events', (select count(*) from public.webhook_events where failed_at is not null))
      into digest;
  end if;
  return jsonb_build_object('alerts', alerts, 'digest', digest);
end $$;

-- Queues mails to the operator. `mails`: a JSON array in a text of {kind, at, parameters}; what a mail is about and its day are among the
-- parameters. None is queued about what was mailed after it happened (`at`), and one a `day` (of a wave the time of its pause) at most about each
-- thing, whoever else queues it at this moment (email_outbox_operator_key). Returns how many were.
create function public.queue_operator_mails(email text, mails text) returns integer
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := public.known_json(mails, '{kind,at,parameters}');
  queued integer;
begin
  insert into public.email_outbox (kind, email, parameters)
    select m.kind, queue_operator_mails.email, m.parameters from jsonb_to_recordset(given) as m(kind text, at timestamptz, parameters jsonb)
      where not exists (select from public.email_outbox o where o.kind in ('operator-digest', 'operator-alert')
        and o.parameters ->> 'about' = m.parameters ->> 'about' and o.created_at >= m.at)
    on conflict ((parameters ->> 'about'), (parameters ->> 'day')) where kind in ('operator-digest', 'operator-alert') do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;
