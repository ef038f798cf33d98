-- No receipt of an application arrives after the answer. An answer waits while its receipt is being sent; a receipt that still waits
-- when the answer is due, such as after a refusal, is not needed any more. An answer that is not claimed yet ends no receipt, as the
-- decision may be taken back.

-- As in 20261122270000_a_clock_that_was_ahead.sql.
create or replace function public.claim_emails(
  batch integer, lease_seconds integer, most_attempts integer default 15, doubt_hours numeric default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  claimed jsonb;
begin
  -- By the indexes of what is due, from their far ends.
  update public.email_outbox set not_before = now(), leased_until = null where id = any (array(
    select id from public.email_outbox
      where sent_at is null and dead_at is null and kind not in ('launch-announcement', 'update') and not_before > now() + interval '2 days'
      order by not_before desc, id desc limit batch for update skip locked
  ) || array(
    select id from public.email_outbox
      where sent_at is null and dead_at is null and kind in ('launch-announcement', 'update') and not_before > now() + interval '2 days'
      order by not_before desc, id desc limit batch for update skip locked
  ));
  -- Receipts that are to be tried again later, of the answers below. One that is being sent is locked, or has a lease; its answer waits.
  update public.email_outbox set dead_at = now(), leased_until = null, last_error = 'not_needed' where id = any (array(
    select r.id from (
      select a.kind, a.application_id from public.email_outbox a
        where a.sent_at is null and a.dead_at is null and a.kind not in ('launch-announcement', 'update')
          and a.not_before <= now() and (a.leased_until is null or a.leased_until <= now() or a.leased_until > now() + interval '2 days')
        order by a.not_before, a.id limit batch
    ) a
      join public.beta_applications b on b.id = a.application_id and 'application-' || b.status = a.kind
      join public.email_outbox r on r.application_id = a.application_id and r.kind = 'application-received'
      where r.sent_at is null and r.dead_at is null
        and (r.leased_until is null or r.leased_until <= now() or r.leased_until > now() + interval '2 days')
      for update of r skip locked
  ));
  with asked as materialized (
    select o.id, o.kind, o.email, o.application_id, o.attempts, o.doubtful_since from public.email_outbox o
      where o.sent_at is null and o.dead_at is null and o.kind not in ('launch-announcement', 'update')
        and o.not_before <= now() and (o.leased_until is null or o.leased_until <= now() or o.leased_until > now() + interval '2 days')
        -- As a value: the planner may read all receipts for `not exists`.
        and (o.kind not in ('application-accepted', 'application-declined') or (
          select r.id from public.email_outbox r where r.application_id = o.application_id and r.kind = 'application-received'
            and r.sent_at is null and r.dead_at is null) is null)
      order by o.not_before, o.id limit batch for update skip locked
  ), to_list as materialized (
    select l.id, l.kind, l.email, l.application_id, l.attempts, l.doubtful_since from (
      select o.* from public.email_outbox o
        where o.sent_at is null and o.dead_at is null and o.kind in ('launch-announcement', 'update')
          and o.not_before <= now() and (o.leased_until is null or o.leased_until <= now() or o.leased_until > now() + interval '2 days')
        order by o.not_before, o.id limit batch for update skip locked
    ) l order by l.not_before, l.id limit batch - (select count(*) from asked)
  ), due as materialized (
    select * from asked union all select * from to_list
  ), judged as materialized (
    select d.id, d.doubtful_since is not null as doubtful, case
      when exists (select from public.email_suppressions)
        and exists (select from public.email_suppressions s
                      where s.hash = any (public.suppression_hashes(d.email)) and s.reason <> 'unsubscribed') then 'suppressed'
      when d.kind in ('waitlist-confirmation', 'launch-announcement', 'update')
        and not exists (select from public.waitlist w where w.email = d.email and w.unsubscribed_at is null
          and (d.kind = 'waitlist-confirmation' or w.confirmed_at is not null)) then 'unsubscribed'
      when d.kind = 'waitlist-confirmation'
        and exists (select from public.waitlist w where w.email = d.email and w.confirmed_at is not null) then 'not_needed'
      when d.kind in ('application-accepted', 'application-declined') and not exists (
        select from public.beta_applications b where b.id = d.application_id and 'application-' || b.status = d.kind) then 'not_needed'
      when d.kind = 'application-received' and exists (
        select from public.email_outbox a join public.beta_applications b on b.id = a.application_id
          where a.application_id = d.application_id and a.kind in ('application-accepted', 'application-declined')
            and (a.sent_at is not null or a.doubtful_since is not null
              or (a.dead_at is null and a.not_before <= now() and 'application-' || b.status = a.kind))) then 'not_needed'
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
