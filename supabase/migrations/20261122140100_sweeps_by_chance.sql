-- Looking for what has expired, under settings that hold the plans to the indexes, took each call longer than its own row did
-- (docs/decisions/0180). Now one call in fifty sweeps, up to a thousand rows of each table: more than fifty calls add.

create function public.sweep_expired() returns void
language plpgsql set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  -- Waiting for nobody, as in 20261121180000_forms_in_one_call.sql.
  delete from public.spent_captchas where ctid = any (array(
    select ctid from public.spent_captchas where expires_at < now() order by expires_at limit 1000 for update skip locked
  ));
  delete from public.rate_limits where ctid = any (array(
    select ctid from public.rate_limits where tat < now() order by tat limit 1000 for update skip locked
  ));
end $$;

create or replace function public.spend_captcha(solution_hash text, solution_expires_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into public.spent_captchas (hash, expires_at) values (solution_hash, solution_expires_at)
    on conflict (hash) do nothing;
  return found;
end $$;

create or replace function public.take_rate_limit(bucket text, burst integer, seconds_per_request numeric) returns integer
language plpgsql set search_path = '' as $$
declare
  emission constant interval := make_interval(secs => seconds_per_request::double precision);
  tolerance constant interval := emission * (burst - 1);
  earliest timestamptz;
begin
  insert into public.rate_limits as r (key, tat) values (bucket, now() + emission)
    on conflict (key) do update set tat = greatest(r.tat, now()) + emission where r.tat <= now() + tolerance;
  if not found then
    select tat - tolerance into earliest from public.rate_limits where key = bucket;
    return greatest(1, ceil(extract(epoch from earliest - now())))::integer;
  end if;
  -- After the call's own row, so that two sweeps never wait for each other.
  if random() < 0.02 then
    perform public.sweep_expired();
  end if;
  return 0;
end $$;

revoke execute on function public.sweep_expired() from public, anon, authenticated;
grant execute on function public.sweep_expired() to service_role;
