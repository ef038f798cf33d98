-- What somebody waits for goes before what goes to the list: thousands of announcements must not keep a confirmation back.
create index email_outbox_due_asked_idx on public.email_outbox (not_before, id)
  where sent_at is null and dead_at is null and kind not in ('launch-announcement', 'update');
create index email_outbox_due_list_idx on public.email_outbox (not_before, id)
  where sent_at is null and dead_at is null and kind in ('launch-announcement', 'update');

-- As in 20261121200000_email_outbox.sql, with that order, the text of an update, and no news for whoever left since and
-- has joined anew, but not confirmed that.
create or replace function public.claim_emails(
  batch integer, lease_seconds integer, most_attempts integer default 15, doubt_hours numeric default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  claimed jsonb;
begin
  with asked as materialized (
    select o.id, o.kind, o.email, o.application_id, o.attempts, o.doubtful_since from public.email_outbox o
      where o.sent_at is null and o.dead_at is null and o.kind not in ('launch-announcement', 'update')
        and o.not_before <= now() and (o.leased_until is null or o.leased_until <= now())
      order by o.not_before, o.id limit batch for update skip locked
  ), to_list as materialized (
    select o.id, o.kind, o.email, o.application_id, o.attempts, o.doubtful_since from public.email_outbox o
      where o.sent_at is null and o.dead_at is null and o.kind in ('launch-announcement', 'update')
        and o.not_before <= now() and (o.leased_until is null or o.leased_until <= now())
      order by o.not_before, o.id limit batch - (select count(*) from asked) for update skip locked
  ), due as materialized (
    select * from asked union all select * from to_list
  ), judged as materialized (
    select d.id, d.doubtful_since is not null as doubtful, case
      when exists (select from public.email_suppressions)
        and exists (select from public.email_suppressions s where s.hash = any (public.suppression_hashes(d.email))) then 'suppressed'
      when d.kind in ('waitlist-confirmation', 'launch-announcement', 'update')
        and not exists (select from public.waitlist w where w.email = d.email and w.unsubscribed_at is null
          and (d.kind = 'waitlist-confirmation' or w.confirmed_at is not null)) then 'unsubscribed'
      when d.kind = 'waitlist-confirmation'
        and exists (select from public.waitlist w where w.email = d.email and w.confirmed_at is not null) then 'not_needed'
      when d.kind in ('application-accepted', 'application-declined') and not exists (
        select from public.beta_applications b where b.id = d.application_id and 'application-' || b.status = d.kind) then 'not_needed'
      when d.attempts >= most_attempts then 'too_many_attempts'
      when d.doubtful_since < now() - make_interval(secs => (doubt_hours * 3600)::double precision) then 'doubtful'
    end as reason from due d
  ), ended as (
    update public.email_outbox o set dead_at = now(), leased_until = null, last_error = j.reason
      from judged j where o.id = j.id and j.reason is not null
  ), taken as (
    update public.email_outbox o set attempts = o.attempts + 1, leased_until = now() + make_interval(secs => lease_seconds),
        doubtful_since = coalesce(o.doubtful_since, now())
      from judged j where o.id = j.id and j.reason is null
      returning o.id, o.kind, o.email, o.parameters, o.update_hash, o.created_at, o.not_before, o.attempts as attempt, j.doubtful
  ), mails as (
    select t.id, t.kind, t.email, coalesce(u.parameters, t.parameters) as parameters, t.created_at, t.attempt, t.doubtful, t.not_before
      from taken t left join public.email_updates u on u.hash = t.update_hash
  )
  select jsonb_build_object(
    'looked', (select count(*) from judged),
    'emails', (select coalesce(jsonb_agg(to_jsonb(m) - 'not_before' order by m.kind in ('launch-announcement', 'update'), m.not_before, m.id), '[]')
                from mails m)
  ) into claimed;
  return claimed;
end $$;

-- As in 20261121200300_email_operations.sql, with what waits by kind, and for how long what is due has been: what somebody
-- asked for, and what goes to the list. In one pass over the outbox, which may hold a million mails.
create or replace function public.email_report() returns jsonb
language sql stable set search_path = '' as $$
  with parts as materialized (
    select kind, last_error, sent_at is null and dead_at is null as waits, dead_at is not null as ended,
           count(*) as n,
           count(*) filter (where not_before <= now()) as due,
           count(*) filter (where leased_until > now()) as leased,
           min(created_at) filter (where not_before <= now()) as oldest,
           min(not_before) filter (where not_before <= now() and (leased_until is null or leased_until <= now())) as overdue,
           count(*) filter (where sent_at > now() - interval '30 days') as recent,
           count(*) filter (where bounced_at > now() - interval '30 days') as bounced,
           count(*) filter (where complained_at > now() - interval '30 days') as complained
      from public.email_outbox group by 1, 2, 3, 4
  ), waiting as (select *, kind in ('launch-announcement', 'update') as to_list from parts where waits)
  select jsonb_build_object(
    'waiting', (select coalesce(sum(n), 0) from waiting),
    'waiting_kinds', (select coalesce(jsonb_object_agg(kind, n), '{}') from (select kind, sum(n) as n from waiting group by 1) per_kind),
    'due', (select coalesce(sum(due), 0) from waiting),
    'leased', (select coalesce(sum(leased), 0) from waiting),
    'oldest_due_seconds', (select floor(extract(epoch from now() - min(oldest))) from waiting),
    'overdue_asked_seconds', (select floor(extract(epoch from now() - min(overdue))) from waiting where not to_list),
    'overdue_list_seconds', (select floor(extract(epoch from now() - min(overdue))) from waiting where to_list),
    'errors', (select coalesce(jsonb_object_agg(last_error, n), '{}') from
                (select last_error, sum(n) as n from waiting where last_error is not null group by 1) per_error),
    'ended', (select coalesce(jsonb_object_agg(last_error, n), '{}') from
               (select last_error, sum(n) as n from parts where ended group by 1) per_error),
    'sent', (select coalesce(jsonb_object_agg(kind, n), '{}') from
              (select kind, sum(recent) as n from parts group by 1 having sum(recent) > 0) per_kind),
    'bounced', (select coalesce(sum(bounced), 0) from parts),
    'complained', (select coalesce(sum(complained), 0) from parts)
  );
$$;
