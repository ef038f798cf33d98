-- A clock that was ahead leaves times behind that nobody set: a visitor, or everybody's sign-in mails, would be kept waiting
-- until then, and mails with them. What lies further ahead than the rule that wrote it ever goes counts for nothing
-- (docs/decisions/0195). A minute is left for what is counted at once, and for a clock that is slowed down.

-- As in 20261122190000_limits_by_the_clock.sql, but for what was left by another clock.
create or replace function public.take_rate_limits(buckets text[], burst integer, seconds_per_request numeric) returns integer[]
language plpgsql set search_path = '' as $$
declare
  emission constant interval := make_interval(secs => seconds_per_request::double precision);
  tolerance constant interval := emission * (burst - 1);
  furthest constant interval := emission * burst + interval '1 minute';
  taken text[];
begin
  with counted as (
    insert into public.rate_limits as r (key, tat)
      select bucket, clock_timestamp() + emission from unnest(buckets) as bucket order by bucket
      on conflict (key) do update set tat = emission + case
          when r.tat > clock_timestamp() + furthest then clock_timestamp() else greatest(r.tat, clock_timestamp()) end
        where r.tat <= clock_timestamp() + tolerance or r.tat > clock_timestamp() + furthest
      returning key
  )
  select coalesce(array_agg(key), '{}') into taken from counted;
  -- After the call's own rows, so that two sweeps never wait for each other.
  if random() < 0.02 * cardinality(buckets) then
    perform public.sweep_expired();
  end if;
  if cardinality(taken) = cardinality(buckets) then return array_fill(0, array[cardinality(buckets)]); end if;
  return array(
    select case when bucket = any (taken) then 0 else (
      select greatest(1, ceil(extract(epoch from tat - tolerance - clock_timestamp())))::integer
        from public.rate_limits where key = bucket
    ) end
    from unnest(buckets) with ordinality as b (bucket, nth) order by nth
  );
end $$;

-- As there. A challenge lives for 20 minutes.
create or replace function public.take_challenge(bucket text, burst integer, seconds_per_request numeric, most integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wait constant integer := public.take_rate_limit(bucket, burst, seconds_per_request);
begin
  return jsonb_build_object(
    'wait', wait,
    'taken', (
      select ceil(extract(epoch from tat - clock_timestamp()) / seconds_per_request) from public.rate_limits where key = bucket
    ),
    'spent', (
      select count(*) from (
        select from public.spent_captchas where expires_at > now() and expires_at < now() + interval '1 hour' limit most
      ) unexpired
    )
  );
end $$;

-- As in 20261121100100_mail_limit.sql, likewise.
create or replace function public.take_mail_limit(
  recipient text, seconds_between integer, per_hour integer, overall_burst integer, overall_seconds numeric
) returns integer
language plpgsql set search_path = '' as $$
declare
  pause constant text := 'mailpause:' || recipient;
  overall constant text := 'mailall:' || repeat('0', 64);
  emission constant interval := make_interval(secs => overall_seconds::double precision);
  places constant text[] := array(select 'mail' || chr(96 + n) || ':' || recipient from generate_series(1, per_hour) n);
  place text;
  free_at timestamptz;
begin
  -- One at a time, so that what is looked at is still so when it is taken; mails are few.
  perform pg_advisory_xact_lock(hashtext('public.take_mail_limit'));
  delete from public.rate_limits where tat > now() + interval '1 minute' + case
      when key = pause then make_interval(secs => seconds_between)
      when key = overall then emission * overall_burst
      else interval '1 hour' end
    and key = any (places || pause || overall);
  select p into place from unnest(places) p
    where not exists (select from public.rate_limits where key = p and tat > now()) limit 1;
  select greatest(
    (select tat from public.rate_limits where key = pause),
    (select tat - emission * (overall_burst - 1) from public.rate_limits where key = overall),
    (select min(tat) from public.rate_limits where place is null and key = any (places))
  ) into free_at;
  if free_at > now() then return greatest(1, ceil(extract(epoch from free_at - now())))::integer; end if;
  insert into public.rate_limits as r (key, tat) values
      (pause, now() + make_interval(secs => seconds_between)), (place, now() + interval '1 hour'), (overall, now() + emission)
    on conflict (key) do update
      set tat = case r.key when overall then greatest(r.tat, now()) + emission else excluded.tat end;
  return 0;
end $$;

-- As in 20261122110000_who_left.sql. A mail waits for a day at most, and is somebody's for minutes.
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
  with asked as materialized (
    select o.id, o.kind, o.email, o.application_id, o.attempts, o.doubtful_since from public.email_outbox o
      where o.sent_at is null and o.dead_at is null and o.kind not in ('launch-announcement', 'update')
        and o.not_before <= now() and (o.leased_until is null or o.leased_until <= now() or o.leased_until > now() + interval '2 days')
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
