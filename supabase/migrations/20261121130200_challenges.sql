-- Takes a captcha challenge from a bucket of `burst`. Returns the seconds to `wait` (0 when it conforms), how many of the
-- bucket are `taken` and not refilled, this one included, and how many solutions of all clients are `spent` and not
-- expired, counted up to `most`. What they make of the work is server/captcha/price.ts.
create function public.take_challenge(bucket text, burst integer, seconds_per_request numeric, most integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wait constant integer := public.take_rate_limit(bucket, burst, seconds_per_request);
begin
  return jsonb_build_object(
    'wait', wait,
    'taken', (select ceil(extract(epoch from tat - now()) / seconds_per_request) from public.rate_limits where key = bucket),
    'spent', (select count(*) from (select from public.spent_captchas where expires_at > now() limit most) unexpired)
  );
end $$;

revoke execute on function public.take_challenge(text, integer, numeric, integer) from public, anon, authenticated;
grant execute on function public.take_challenge(text, integer, numeric, integer) to service_role;
