-- One network must not use up a limit that is for everybody (docs/decisions/0200): each has a bucket of its own, a share of that
-- limit, from which a request is taken too.

-- Takes one request from each of some buckets, or from none, so that a refusal costs nobody anything. Returns 0, or the longest
-- wait in whole seconds.
create function public.take_all_rate_limits(buckets text[], bursts integer[], seconds_per_request numeric[]) returns integer
language plpgsql set search_path = '' as $$
declare
  longest integer;
begin
  -- In the order of their keys, so that two calls that want the same ones never wait for each other.
  select max(public.take_rate_limit(bucket, burst, seconds)) into longest from (
    select bucket, burst, seconds from unnest(buckets, bursts, seconds_per_request) as b (bucket, burst, seconds) order by bucket
  ) as in_order;
  if longest > 0 then raise sqlstate 'PT429'; end if;
  return 0;
exception when sqlstate 'PT429' then
  -- What the other buckets gave has been undone.
  return longest;
end $$;

drop function public.take_mail_limit(text, integer, integer, integer, numeric);

-- As in 20261122270000_a_clock_that_was_ahead.sql, and also from the bucket of the network that asks.
create function public.take_mail_limit(
  recipient text, seconds_between integer, per_hour integer,
  network_bucket text, network_burst integer, network_seconds numeric, overall_burst integer, overall_seconds numeric
) returns integer
language plpgsql set search_path = '' as $$
declare
  pause constant text := 'mailpause:' || recipient;
  overall constant text := 'mailall:' || repeat('0', 64);
  network_emission constant interval := make_interval(secs => network_seconds::double precision);
  emission constant interval := make_interval(secs => overall_seconds::double precision);
  places constant text[] := array(select 'mail' || chr(96 + n) || ':' || recipient from generate_series(1, per_hour) n);
  place text;
  free_at timestamptz;
begin
  -- One at a time, so that what is looked at is still so when it is taken; mails are few.
  perform pg_advisory_xact_lock(hashtext('public.take_mail_limit'));
  delete from public.rate_limits where tat > now() + interval '1 minute' + case
      when key = pause then make_interval(secs => seconds_between)
      when key = network_bucket then network_emission * network_burst
      when key = overall then emission * overall_burst
      else interval '1 hour' end
    and key = any (places || pause || network_bucket || overall);
  select p into place from unnest(places) p
    where not exists (select from public.rate_limits where key = p and tat > now()) limit 1;
  select greatest(
    (select tat from public.rate_limits where key = pause),
    (select tat - network_emission * (network_burst - 1) from public.rate_limits where key = network_bucket),
    (select tat - emission * (overall_burst - 1) from public.rate_limits where key = overall),
    (select min(tat) from public.rate_limits where place is null and key = any (places))
  ) into free_at;
  if free_at > now() then return greatest(1, ceil(extract(epoch from free_at - now())))::integer; end if;
  insert into public.rate_limits as r (key, tat) values
      (pause, now() + make_interval(secs => seconds_between)), (place, now() + interval '1 hour'),
      (network_bucket, now() + network_emission), (overall, now() + emission)
    on conflict (key) do update set tat = case r.key
      when network_bucket then greatest(r.tat, now()) + network_emission
      when overall then greatest(r.tat, now()) + emission
      else excluded.tat end;
  return 0;
end $$;

revoke execute on function public.take_all_rate_limits(text[], integer[], numeric[]) from public, anon, authenticated;
revoke execute on function public.take_mail_limit(text, integer, integer, text, integer, numeric, integer, numeric)
  from public, anon, authenticated;
grant execute on function public.take_all_rate_limits(text[], integer[], numeric[]) to service_role;
grant execute on function public.take_mail_limit(text, integer, integer, text, integer, numeric, integer, numeric) to service_role;
