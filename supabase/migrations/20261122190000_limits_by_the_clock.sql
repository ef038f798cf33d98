-- Limits are counted by the clock, not by when a transaction began. Of a burst that comes at once, who began first may be
-- counted last: by then now() is before what the first one left behind, and the last of the burst was refused.

-- As in 20261122150000_joins_together.sql, but for the clock.
create or replace function public.take_rate_limits(buckets text[], burst integer, seconds_per_request numeric) returns integer[]
language plpgsql set search_path = '' as $$
declare
  emission constant interval := make_interval(secs => seconds_per_request::double precision);
  tolerance constant interval := emission * (burst - 1);
  taken text[];
begin
  with counted as (
    insert into public.rate_limits as r (key, tat)
      select bucket, clock_timestamp() + emission from unnest(buckets) as bucket order by bucket
      on conflict (key) do update set tat = greatest(r.tat, clock_timestamp()) + emission
        where r.tat <= clock_timestamp() + tolerance
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

-- As in 20261121130200_challenges.sql, likewise.
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
    'spent', (select count(*) from (select from public.spent_captchas where expires_at > now() limit most) unexpired)
  );
end $$;
