-- Rate limits for requests, and the counts of visits. All keys are keyed hashes.

-- Deletes a thousand captchas and limits that have expired, without waiting for locks. Returns whether there
-- may be more.
create function public.sweep_expired() returns boolean
language sql set search_path = '' as $$
  with captchas as (
    delete from public.spent_captchas where hash in (
      select hash from public.spent_captchas where expires_at < now() order by expires_at limit 1000 for update skip locked) returning hash
  ), limits as (
    delete from public.rate_limits where key in (
      select key from public.rate_limits where tat < now() order by tat limit 1000 for update skip locked) returning key
  )
  select (select count(*) from captchas) = 1000 or (select count(*) from limits) = 1000;
$$;

-- Takes one request from a bucket of `burst` requests that is refilled by one every `seconds_per_request`.
-- Returns 0 when it conforms, else the whole seconds to wait. A bucket can be used up for the time of its burst
-- at most: a time further ahead was written by a clock that was ahead, so the bucket starts anew.
create function public.take_rate_limit(bucket text, burst integer, seconds_per_request numeric) returns integer
language plpgsql set search_path = '' as $$
declare
  emission constant interval := make_interval(secs => seconds_per_request::double precision);
  tolerance constant interval := emission * (burst - 1);
  furthest constant interval := emission * burst;
  taken boolean;
begin
  insert into public.rate_limits as r (key, tat) values (bucket, clock_timestamp() + emission)
    on conflict (key) do update set
      tat = case when r.tat <= clock_timestamp() + furthest then greatest(r.tat, clock_timestamp()) else clock_timestamp() end + emission
      where r.tat <= clock_timestamp() + tolerance or r.tat > clock_timestamp() + furthest;
  taken := found;
  -- The sweep comes after this call's own row, so that two sweeps never wait for each other.
  if random() < 0.02 then perform public.sweep_expired(); end if;
  if taken then return 0; end if;
  return (select greatest(1, ceil(extract(epoch from tat - tolerance - clock_timestamp())))::integer
    from public.rate_limits where key = bucket);
end $$;

-- Takes one request from each of some buckets, or from none. Returns 0, or the longest wait in whole seconds.
create function public.take_all_rate_limits(buckets text[], bursts integer[], seconds_per_request numeric[]) returns integer
language plpgsql set search_path = '' as $$
declare
  longest integer;
begin
  -- The buckets are taken in the order of their keys, so that two calls for the same ones never deadlock.
  select max(public.take_rate_limit(bucket, burst, seconds)) into longest from (
    select bucket, burst, seconds from unnest(buckets, bursts, seconds_per_request) as b (bucket, burst, seconds) order by bucket
  ) as in_order;
  if longest > 0 then raise sqlstate 'PT429'; end if;
  return 0;
exception when sqlstate 'PT429' then
  -- The exception has undone what the other buckets gave.
  return longest;
end $$;

-- Counts a visit of the page. Returns 0, or the seconds to wait. Visitors can make up names of sources, so a
-- quarter of an hour takes at most 200 of them, and at most a twentieth of one client's visits may bring a name
-- that is new in it. The other visits are counted without a source.
-- The commit does not wait for the disk: the next visit of the source would wait with it for this row, and a
-- crash may take the visits of a second.
create function public.count_visit(source text, bucket text, burst integer, seconds_per_request numeric) returns integer
language plpgsql set search_path = '' as $$
declare
  wait constant integer := public.take_rate_limit(bucket, burst, seconds_per_request);
  this_quarter constant timestamptz := date_bin('15 minutes', now(), '2000-01-01Z');
  named text := coalesce(count_visit.source, '');
begin
  perform set_config('synchronous_commit', 'off', true);
  if wait > 0 then return wait; end if;
  if named <> '' and not exists (select from public.visits v where v.quarter = this_quarter and v.source = named)
    and ((select count(*) from public.visits v where v.quarter = this_quarter) >= 200
      or public.take_rate_limit('sources:' || split_part(bucket, ':', 2), greatest(burst / 20, 1), seconds_per_request * 20) > 0) then
    named := '';
  end if;
  insert into public.visits as v (quarter, source) values (this_quarter, named)
    on conflict on constraint visits_pkey do update set visits = v.visits + 1;
  return 0;
end $$;
