-- What keeps the form routes from being abused: spent captcha solutions and rate limits. Both hold keyed hashes only.
create table public.spent_captchas (
  hash text primary key,
  expires_at timestamptz not null,
  constraint spent_captchas_hash_format check (hash ~ '^[0-9a-f]{64}$')
);
create index spent_captchas_expires_at_idx on public.spent_captchas (expires_at);

-- GCRA: one row a bucket, `tat` is the theoretical arrival time of the next conforming request.
create table public.rate_limits (
  key text primary key,
  tat timestamptz not null,
  constraint rate_limits_key_format check (key ~ '^[a-z]+:[0-9a-f]{64}$')
);
create index rate_limits_tat_idx on public.rate_limits (tat);

alter table public.spent_captchas enable row level security;
alter table public.rate_limits enable row level security;
revoke all on public.spent_captchas, public.rate_limits from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.spent_captchas, public.rate_limits to service_role;

create policy spent_captchas_backend_only on public.spent_captchas
  as restrictive for all to anon, authenticated using (false) with check (false);
create policy rate_limits_backend_only on public.rate_limits
  as restrictive for all to anon, authenticated using (false) with check (false);

-- True the first time a solution is spent, false ever after (until it has expired anyway).
create function public.spend_captcha(solution_hash text, solution_expires_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  delete from public.spent_captchas where hash in (
    select hash from public.spent_captchas where expires_at < now() order by expires_at limit 50 for update skip locked
  );
  insert into public.spent_captchas (hash, expires_at) values (solution_hash, solution_expires_at)
    on conflict (hash) do nothing;
  return found;
end $$;

-- Takes one request from a bucket of `burst` requests that refills one every `seconds_per_request`.
-- Returns 0 when it conforms, else the whole seconds to wait.
create function public.take_rate_limit(bucket text, burst integer, seconds_per_request numeric) returns integer
language plpgsql set search_path = '' as $$
declare
  emission constant interval := make_interval(secs => seconds_per_request::double precision);
  tolerance constant interval := emission * (burst - 1);
  earliest timestamptz;
begin
  delete from public.rate_limits where key in (
    select key from public.rate_limits where tat < now() order by tat limit 50 for update skip locked
  );
  insert into public.rate_limits as r (key, tat) values (bucket, now() + emission)
    on conflict (key) do update set tat = greatest(r.tat, now()) + emission where r.tat <= now() + tolerance;
  if found then return 0; end if;
  select tat - tolerance into earliest from public.rate_limits where key = bucket;
  return greatest(1, ceil(extract(epoch from earliest - now())))::integer;
end $$;

revoke execute on function public.spend_captcha(text, timestamptz) from public, anon, authenticated;
revoke execute on function public.take_rate_limit(text, integer, numeric) from public, anon, authenticated;
grant execute on function public.spend_captcha(text, timestamptz) to service_role;
grant execute on function public.take_rate_limit(text, integer, numeric) to service_role;
