-- A decision that is taken back and made again before its mail was sent gets a new mail: the old one would leave too early for
-- somebody to take the decision back once more, or be ended by a claim that still saw the application pending.

-- As in 20261122230000_what_stays_known.sql.
create or replace function public.enqueue_decision_email() returns trigger
language plpgsql set search_path = '' as $$
declare
  review constant jsonb := coalesce(nullif(current_setting('prelaunch.review', true), ''), '{}')::jsonb;
  decided constant text := 'application-' || new.status;
  told text;
  told_at timestamptz;
begin
  -- It is being sent, or may have arrived.
  perform from public.email_outbox where application_id = new.id and kind = decided and sent_at is null and dead_at is null
    and doubtful_since is not null for update;
  if found then return null; end if;
  select kind, sent_at into told, told_at from public.email_outbox
    where application_id = new.id and kind in ('application-accepted', 'application-declined') and sent_at is not null
    order by sent_at desc limit 1;
  if told = decided and not exists (
    select from public.email_outbox where application_id = new.id and kind in ('application-accepted', 'application-declined')
      and kind <> decided and sent_at is null and doubtful_since is not null and coalesce(dead_at, 'infinity') > told_at
  ) then return null; end if;
  -- What waits since the decision was made before, or ended unsent, is not to be sent beside this one. What a claim has found needless
  -- and not ended yet is waited for.
  update public.email_outbox set dead_at = coalesce(dead_at, now()), last_error = 'not_needed'
    where application_id = new.id and kind = decided and sent_at is null;
  insert into public.email_outbox (kind, email, application_id, not_before)
    values (decided, new.email, new.id, now() + make_interval(secs => coalesce((review ->> 'mail_after_seconds')::integer, 0)));
  return null;
end $$;
