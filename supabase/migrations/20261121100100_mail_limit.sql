-- How many mails may go to one recipient and over all. One call takes from every bucket or from none, so that a refusal
-- costs nobody anything. `recipient` is a keyed hash. Returns 0 when a mail may go, else the whole seconds to wait.
-- In public.rate_limits `tat` is here the end of a pause, or of the hour that one of the `per_hour` mails counts.
create function public.take_mail_limit(
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

revoke execute on function public.take_mail_limit(text, integer, integer, integer, numeric) from public, anon, authenticated;
grant execute on function public.take_mail_limit(text, integer, integer, integer, numeric) to service_role;
