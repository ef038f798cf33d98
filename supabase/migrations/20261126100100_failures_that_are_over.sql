-- As in 20261122230000_what_stays_known.sql. What ended unsent to somebody who is not mailed again is no failure to repair
-- (docs/decisions/0210).
create or replace function public.suppress_email(person text, why text) returns void
language plpgsql set search_path = '' as $$
declare
  hashes constant text[] := public.suppression_hashes(person);
  strength constant text[] := array['erased', 'unsubscribed', 'bounced', 'complained'];
begin
  if why in ('bounced', 'complained') then
    update public.email_outbox set last_error = 'suppressed'
      where email = lower(btrim(person)) and dead_at is not null and bounced_at is null
        and last_error not in ('suppressed', 'unsubscribed', 'not_needed');
  end if;
  update public.email_suppressions set reason = why
    where hash = any(hashes) and array_position(strength, why) > array_position(strength, reason);
  if not exists (select from public.email_suppressions where hash = any(hashes)) then
    insert into public.email_suppressions (hash, reason) values (hashes[1], why) on conflict (hash) do nothing;
  end if;
  if why = 'erased' then
    update public.email_suppressions set erased = true where hash = any(hashes) and not erased;
  end if;
end $$;
