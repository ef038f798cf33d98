-- Every call swept up to 50 expired rows, by a plan made while the table was empty: a scan of all of it, 1 ms of each call
-- and growing with a launch (docs/decisions/0097). Now a call looks at the oldest row alone, and sweeps a thousand at once
-- when that one has expired a minute ago. The settings hold the plans to the indexes, whatever the statistics say yet.

create or replace function public.spend_captcha(solution_hash text, solution_expires_at timestamptz) returns boolean
language plpgsql set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  overdue constant timestamptz := now() - interval '1 minute';
  first_time boolean;
begin
  insert into public.spent_captchas (hash, expires_at) values (solution_hash, solution_expires_at)
    on conflict (hash) do nothing;
  first_time := found;
  -- After the call's own row, and waiting for nobody, as in 20261121180000_forms_in_one_call.sql.
  if (select expires_at from public.spent_captchas order by expires_at limit 1) < overdue then
    delete from public.spent_captchas where ctid = any (array(
      select ctid from public.spent_captchas where expires_at < now() order by expires_at limit 1000 for update skip locked
    ));
  end if;
  return first_time;
end $$;

create or replace function public.take_rate_limit(bucket text, burst integer, seconds_per_request numeric) returns integer
language plpgsql set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  emission constant interval := make_interval(secs => seconds_per_request::double precision);
  tolerance constant interval := emission * (burst - 1);
  overdue constant timestamptz := now() - interval '1 minute';
  earliest timestamptz;
begin
  insert into public.rate_limits as r (key, tat) values (bucket, now() + emission)
    on conflict (key) do update set tat = greatest(r.tat, now()) + emission where r.tat <= now() + tolerance;
  if not found then
    select tat - tolerance into earliest from public.rate_limits where key = bucket;
    return greatest(1, ceil(extract(epoch from earliest - now())))::integer;
  end if;
  if (select tat from public.rate_limits order by tat limit 1) < overdue then
    delete from public.rate_limits where ctid = any (array(
      select ctid from public.rate_limits where tat < now() order by tat limit 1000 for update skip locked
    ));
  end if;
  return 0;
end $$;
