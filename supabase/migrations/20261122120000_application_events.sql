-- What became of an application, and by whom: each change of its status, and notes beside it. Rows are added and stay: no role
-- of the interface may change or delete one. They go with their application, so that an erasure takes them along.
create table public.beta_application_events (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references public.beta_applications (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  -- Who: an operator's name, 'import', or the database role that changed the row directly.
  actor text not null,
  -- Null for an application that came with its status; the same as to_status for a note alone.
  from_status text,
  to_status text not null,
  note text,
  constraint beta_application_events_actor_length check (char_length(actor) between 1 and 100),
  constraint beta_application_events_from_known check (from_status in ('pending', 'accepted', 'declined')),
  constraint beta_application_events_to_known check (to_status in ('pending', 'accepted', 'declined')),
  constraint beta_application_events_note_length check (char_length(note) between 1 and 2000)
);
create index beta_application_events_application_idx on public.beta_application_events (application_id, created_at);

alter table public.beta_application_events enable row level security;
revoke all on public.beta_application_events from public, anon, authenticated, service_role;
grant select, insert on public.beta_application_events to service_role;
create policy beta_application_events_backend_only on public.beta_application_events
  as restrictive for all to anon, authenticated using (false) with check (false);

-- Those that wait, oldest first; those that were decided, newest first.
create index beta_applications_status_idx on public.beta_applications (status, created_at, id);

-- How an application came to stand as it does, in a sentence.
create function public.application_standing(application uuid) returns text
language sql stable set search_path = '' as $$
  select case when e.actor is null then format('It is %s.', a.status)
    else format('It was %s by %s on %s UTC.', case e.to_status when 'pending' then 'reopened' else e.to_status end, e.actor,
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')) end
  from public.beta_applications a left join lateral (
    select * from public.beta_application_events of_it
      where of_it.application_id = a.id and of_it.from_status is distinct from of_it.to_status
      order by of_it.created_at desc, of_it.id desc limit 1
  ) e on true
  where a.id = application;
$$;

-- From pending to a decision, and from a decision back to pending: no other way, whoever tries. What `status` may be at all
-- says its constraint. PT409 is HTTP 409 to PostgREST and @supabase/lite alike.
create function public.guard_application_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.status <> 'pending' and new.status <> 'pending' then
    raise sqlstate 'PT409' using message = public.application_standing(old.id) || ' Reopen it first to decide otherwise.';
  end if;
  new.reviewed_at := case when new.status <> 'pending' then clock_timestamp() end;
  return new;
end $$;

-- The settings of a review hold for its transaction; a row that is changed without one was changed by a role of the database.
create function public.note_application_status() returns trigger
language plpgsql set search_path = '' as $$
declare
  review constant jsonb := coalesce(nullif(current_setting('prelaunch.review', true), ''), '{}')::jsonb;
begin
  insert into public.beta_application_events (id, application_id, created_at, actor, from_status, to_status, note) values (
    coalesce((review ->> 'event')::uuid, gen_random_uuid()), new.id, coalesce(new.reviewed_at, clock_timestamp()),
    coalesce(review ->> 'actor', 'database role ' || coalesce(nullif(current_setting('role', true), 'none'), session_user)),
    old.status, new.status, review ->> 'note');
  return null;
end $$;

create trigger beta_applications_guard_status before update of status on public.beta_applications
  for each row when (old.status is distinct from new.status) execute function public.guard_application_status();
create trigger beta_applications_note_status after update of status on public.beta_applications
  for each row when (old.status is distinct from new.status) execute function public.note_application_status();

-- Decides on an application, reopens it (`decision` pending), or without a decision adds a note. `event`, made by the caller,
-- is the id of what is written: a call that is repeated, as its answer was lost, does nothing again. The mail about it waits
-- `mail_after_seconds`, within which a reopening ends it. A rehearsal does all of it and takes it back. Answers with the status,
-- what the applicant was last told of a decision, or may have been, as it is on its way (`told`), and whether a mail about this one waits (`mail_waits`).
create function public.review_application(
  application uuid, event uuid, actor text, decision text default null, note text default null,
  mail_after_seconds integer default 0, rehearsal boolean default false
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  standing text;
  outcome jsonb;
begin
  begin
    select a.status into standing from public.beta_applications a where a.id = application for update;
    if standing is null then
      raise sqlstate 'PT404' using message = 'There is no application with this id.';
    end if;
    if exists (select from public.beta_application_events e where e.id = event and e.application_id = application) then
      null;
    elsif decision is null then
      insert into public.beta_application_events (id, application_id, actor, from_status, to_status, note)
        values (event, application, review_application.actor, standing, standing, review_application.note);
    elsif decision = standing then
      raise sqlstate 'PT409' using message = public.application_standing(application);
    else
      perform set_config('prelaunch.review', jsonb_build_object(
        'event', event, 'actor', actor, 'note', note, 'mail_after_seconds', mail_after_seconds)::text, true);
      update public.beta_applications a set status = decision where a.id = application;
      perform set_config('prelaunch.review', '', true);
    end if;
    select jsonb_build_object(
      'status', a.status,
      'told', (select substr(o.kind, 13) from public.email_outbox o
                 where o.application_id = a.id and o.kind in ('application-accepted', 'application-declined')
                   and coalesce(o.sent_at, o.doubtful_since) is not null
                 order by coalesce(o.sent_at, o.doubtful_since) desc limit 1),
      'mail_waits', exists (select from public.email_outbox o
                 where o.application_id = a.id and o.kind = 'application-' || a.status and o.sent_at is null and o.dead_at is null)
    ) into outcome from public.beta_applications a where a.id = application;
    if rehearsal then
      raise exception 'rehearsed' using errcode = 'KBREH';
    end if;
  exception when sqlstate 'KBREH' then null;
  end;
  return outcome;
end $$;

-- What an applicant was last told is not told again: the mail about a decision is added unless it waits already, or was the
-- last one that was sent. So reopened and decided as before mails nobody twice; decided otherwise and back mails each time.
create or replace function public.enqueue_decision_email() returns trigger
language plpgsql set search_path = '' as $$
declare
  review constant jsonb := coalesce(nullif(current_setting('prelaunch.review', true), ''), '{}')::jsonb;
  decided constant text := 'application-' || new.status;
  told text;
begin
  perform from public.email_outbox where application_id = new.id and kind = decided and sent_at is null and dead_at is null;
  if found then return null; end if;
  select kind into told from public.email_outbox
    where application_id = new.id and kind in ('application-accepted', 'application-declined') and sent_at is not null
    order by sent_at desc limit 1;
  if told = decided then return null; end if;
  -- What ended unsent before is not to be retried beside this one.
  update public.email_outbox set last_error = 'not_needed' where application_id = new.id and kind = decided and dead_at is not null;
  insert into public.email_outbox (kind, email, application_id, not_before)
    values (decided, new.email, new.id, now() + make_interval(secs => coalesce((review ->> 'mail_after_seconds')::integer, 0)));
  return null;
end $$;

drop index public.email_outbox_application_key;
create index email_outbox_application_idx on public.email_outbox (application_id, kind) where application_id is not null;
-- An application is received once.
create unique index email_outbox_received_key on public.email_outbox (application_id) where kind = 'application-received';

-- As in 20261121200000_email_outbox.sql, with that index.
create or replace function public.enqueue_asked_email(asked_kind text, person text, application uuid default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  mailbox constant text := public.email_mailbox(person);
  to_mailbox bigint;
  to_address bigint;
  just_now boolean;
begin
  -- Those to one mailbox wait for each other, so that a burst of them is counted too.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(mailbox, 20261121200000));
  select count(*), count(*) filter (where email = person), bool_or(email = person and created_at > now() - interval '10 minutes')
    into to_mailbox, to_address, just_now
    from public.email_outbox
    where public.email_mailbox(email) = mailbox and created_at > now() - interval '7 days' and kind = asked_kind;
  if just_now or to_address >= 3 or to_mailbox >= 6 then return false; end if;
  insert into public.email_outbox (kind, email, application_id) values (asked_kind, person, application)
    on conflict (application_id) where kind = 'application-received' do nothing;
  return found;
end $$;

revoke execute on function public.application_standing(uuid) from public, anon, authenticated;
revoke execute on function public.guard_application_status() from public, anon, authenticated, service_role;
revoke execute on function public.note_application_status() from public, anon, authenticated, service_role;
revoke execute on function public.review_application(uuid, uuid, text, text, text, integer, boolean) from public, anon, authenticated;
grant execute on function public.application_standing(uuid) to service_role;
grant execute on function public.review_application(uuid, uuid, text, text, text, integer, boolean) to service_role;
