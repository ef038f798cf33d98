-- Events of the operator's webhook about what happens to people (docs/growth.md). A trigger adds an event in
-- the transaction of what happened, and the backend delivers it. An event has no personal data: the backend
-- reads it when it sends the event, so that nothing is sent about people who were erased.

-- Queued and failed events. A delivered event is deleted.
create table public.webhook_events (
  id uuid primary key default public.new_id(),
  type text not null,
  -- The id of the row of the waitlist or of the applications.
  subject uuid not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  not_before timestamptz not null default now(),
  leased_until timestamptz,
  failing_since timestamptz,
  failed_at timestamptz,
  last_error text,
  constraint webhook_events_type check (
    type in ('waitlist.joined', 'waitlist.confirmed', 'waitlist.unsubscribed', 'waitlist.invited', 'beta.submitted', 'beta.decided')),
  constraint webhook_events_last_error_format check (last_error ~ '^[a-z0-9_]{1,60}$'),
  constraint webhook_events_attempts_positive check (attempts >= 0),
  constraint webhook_events_times_finite check (isfinite(created_at) and isfinite(not_before) and isfinite(leased_until)
    and isfinite(failing_since) and isfinite(failed_at))
);
create index webhook_events_due on public.webhook_events (created_at, id) where failed_at is null;
create index webhook_events_failed on public.webhook_events (failed_at) where failed_at is not null;

-- Adds an event about a row. If no backend has asked for events lately, no webhook is set, and none is added.
create function public.queue_webhook_event(type text, subject uuid) returns void
language sql set search_path = '' as $$
  insert into public.webhook_events (type, subject)
    select queue_webhook_event.type, queue_webhook_event.subject from public.system_times
      where name = 'webhook_asked' and at > now() - interval '3 days';
$$;

create function public.add_webhook_event() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform public.queue_webhook_event(tg_argv[0], new.id);
  return null;
end $$;

-- The two forms add the events of new rows themselves (…0500_forms.sql), so that an import, a restore and a move
-- add none. The rest follows from changes.
create trigger waitlist_webhook_joined_again after update of unsubscribed_at on public.waitlist
  for each row when (old.unsubscribed_at is not null and new.unsubscribed_at is null)
  execute function public.add_webhook_event('waitlist.joined');
create trigger waitlist_webhook_confirmed after update of confirmed_at on public.waitlist
  for each row when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function public.add_webhook_event('waitlist.confirmed');
create trigger waitlist_webhook_unsubscribed after update of unsubscribed_at on public.waitlist
  for each row when (old.unsubscribed_at is null and new.unsubscribed_at is not null)
  execute function public.add_webhook_event('waitlist.unsubscribed');
create trigger waitlist_webhook_invited after update of invited_at on public.waitlist
  for each row when (old.invited_at is null and new.invited_at is not null) execute function public.add_webhook_event('waitlist.invited');
create trigger beta_applications_webhook_decided after update of status on public.beta_applications
  for each row when (old.status = 'pending' and new.status <> 'pending') execute function public.add_webhook_event('beta.decided');

-- Claims the oldest event that is due, for `lease_seconds`. A backend that dies gives the event back when the
-- lease ends. No event waits, or is leased, for longer than five hours: a later time was written by a clock
-- that was ahead. Returns the event's id, type, created_at, attempt and `data`, the row as it stands now; null
-- if none is due.
create function public.claim_webhook_event(lease_seconds integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  due public.webhook_events;
  subject_data jsonb;
begin
  -- The claim looks first, because `on conflict` locks the row even where nothing is to be changed, and all
  -- claims would wait for each other.
  if not exists (select from public.system_times where name = 'webhook_asked' and at >= now() - interval '1 hour') then
    insert into public.system_times (name) values ('webhook_asked') on conflict (name) do update set at = now();
  end if;
  loop
    select * into due from public.webhook_events e
      where e.failed_at is null
        and (e.not_before <= now() or e.not_before > now() + interval '5 hours')
        and (e.leased_until is null or e.leased_until <= now() or e.leased_until > now() + interval '5 hours')
      order by e.created_at, e.id limit 1 for update skip locked;
    if not found then return null; end if;
    if due.type like 'waitlist.%' then
      select to_jsonb(w)
          - '{notified,notified_at,joined_at,answers,tags,note,share_code,referred_by,sender_credit,friends,email_hash}'::text[]
        into subject_data
        from public.waitlist w where w.id = due.subject;
    else
      select to_jsonb(a) into subject_data from public.beta_applications a where a.id = due.subject;
    end if;
    exit when subject_data is not null;
    delete from public.webhook_events where id = due.id;
  end loop;
  update public.webhook_events e set attempts = e.attempts + 1, leased_until = now() + make_interval(secs => lease_seconds)
    where e.id = due.id;
  return jsonb_build_object('id', due.id, 'type', due.type, 'created_at', due.created_at,
    'attempt', due.attempts + 1, 'data', subject_data);
end $$;

-- Records the outcome of a claimed event. Without an error it was delivered; otherwise it is tried again after
-- a minute, doubled each time up to four hours, for three days. A failure of an earlier claim than the last one
-- is ignored.
create function public.settle_webhook_event(event uuid, attempt integer, error text default null) returns void
language plpgsql set search_path = '' as $$
begin
  if error is null then
    delete from public.webhook_events where id = event;
    return;
  end if;
  update public.webhook_events set
      leased_until = null,
      last_error = error,
      failing_since = least(failing_since, now()),
      failed_at = case when failing_since <= now() - interval '3 days' then now() end,
      not_before = now() + make_interval(secs => least(60 * 2 ^ least(attempts - 1, 8), 14400) * (0.75 + random() / 2))
    where id = event and attempts = attempt;
end $$;
