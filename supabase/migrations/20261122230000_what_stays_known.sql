-- What tests/contract/model.test.ts holds these to, whatever comes in between.

-- That somebody was erased stays known beside a stronger reason: an old file does not bring their applications back.
alter table public.email_suppressions add column erased boolean not null default false;
update public.email_suppressions set erased = true where reason = 'erased';

-- As in 20261122110000_who_left.sql.
create or replace function public.suppress_email(person text, why text) returns void
language plpgsql set search_path = '' as $$
declare
  hashes constant text[] := public.suppression_hashes(person);
  strength constant text[] := array['erased', 'unsubscribed', 'bounced', 'complained'];
begin
  update public.email_suppressions set reason = why
    where hash = any(hashes) and array_position(strength, why) > array_position(strength, reason);
  if not exists (select from public.email_suppressions where hash = any(hashes)) then
    insert into public.email_suppressions (hash, reason) values (hashes[1], why) on conflict (hash) do nothing;
  end if;
  if why = 'erased' then
    update public.email_suppressions set erased = true where hash = any(hashes) and not erased;
  end if;
end $$;

-- As there. A bounce or a complaint stays, and is no erasure any more.
create or replace function public.lift_erasure_suppressions() returns trigger
language plpgsql set search_path = '' as $$
declare
  lifted constant text[] := case tg_table_name when 'waitlist' then array['erased', 'unsubscribed'] else array['erased'] end;
begin
  if exists (select from public.email_suppressions where reason in ('erased', 'unsubscribed') or erased) then
    delete from public.email_suppressions where reason = any(lifted)
      and hash in (select unnest(public.suppression_hashes(email)) from joined);
    update public.email_suppressions set erased = false where erased
      and hash in (select unnest(public.suppression_hashes(email)) from joined);
  end if;
  return null;
end $$;

-- As in 20261122120100_application_reports.sql.
create or replace function public.import_applications(applications text, override_suppression boolean default false, rehearsal boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  outcome jsonb;
begin
  begin
    with given as materialized (
      select * from jsonb_to_recordset(applications::jsonb) as g(
        id uuid, name text, email text, company text, role text, reason text, status text, created_at timestamptz, reviewed_at timestamptz,
        events jsonb)
    ), kept_out as materialized (
      select distinct g.id from given g
        cross join lateral unnest(public.suppression_hashes(g.email)) as h(hash)
        join public.email_suppressions s on s.hash = h.hash and s.erased
        where not override_suppression and not exists (select from public.beta_applications b where b.id = g.id)
    ), written as (
      insert into public.beta_applications (id, name, email, company, role, reason, status, created_at, reviewed_at)
        select g.id, g.name, g.email, g.company, g.role, g.reason, coalesce(g.status, 'pending'), coalesce(g.created_at, now()), g.reviewed_at
        from given g where g.id not in (select k.id from kept_out k)
        on conflict (id) do nothing returning id, status, reviewed_at
    ), brought as (
      insert into public.beta_application_events (id, application_id, created_at, actor, from_status, to_status, note)
        select e.id, w.id, e.created_at, e.actor, e.from_status, e.to_status, e.note
          from written w join given g on g.id = w.id
          cross join lateral jsonb_to_recordset(g.events) as e(
            id uuid, created_at timestamptz, actor text, from_status text, to_status text, note text)
        union all
        select gen_random_uuid(), w.id, coalesce(w.reviewed_at, now()), 'import', null, w.status, null
          from written w join given g on g.id = w.id
          where w.status <> 'pending' and coalesce(g.events, '[]'::jsonb) = '[]'::jsonb
    )
    select jsonb_build_object(
      'added', (select count(*) from written),
      'unsubscribed', 0,
      'suppressed', case when exists (select from kept_out) then jsonb_build_object('erased', (select count(*) from kept_out)) else '{}' end
    ) into outcome;
    if rehearsal then
      raise exception 'rehearsed' using errcode = 'KBREH';
    end if;
  exception when sqlstate 'KBREH' then null;
  end;
  return outcome;
end $$;

-- As in 20261122110100_mails_in_pages.sql. Somebody else can join in the name of who left: that nobody confirms it leaves them gone.
create or replace function public.prune_page(request text) returns jsonb
language plpgsql set search_path = '' set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  r constant jsonb := request::jsonb;
  scan constant integer := (r ->> 'scan')::integer;
  after_id constant uuid := coalesce((r ->> 'after')::uuid, '00000000-0000-0000-0000-000000000000'::uuid);
  rehearsal constant boolean := coalesce((r ->> 'rehearsal')::boolean, false);
  ended timestamptz := now() - make_interval(days => (r ->> 'ended_days')::integer);
  unconfirmed timestamptz := now() - make_interval(days => (r ->> 'unconfirmed_days')::integer);
  page jsonb;
begin
  begin
    case r ->> 'part'
      when 'people' then
        with looked as materialized (
          select w.id from public.waitlist w where w.id > after_id order by w.id limit scan
        ), never_confirmed as (
          delete from public.waitlist w using looked l
            where w.id = l.id and w.confirmed_at is null and w.unsubscribed_at is null and not w.notified
              and exists (select from public.consent_events c where c.email = w.email and c.event = 'asked')
              and exists (select from public.email_outbox o where o.email = w.email and o.kind = 'waitlist-confirmation')
              and not exists (select from public.email_outbox o where o.email = w.email and o.kind = 'waitlist-confirmation'
                                and not (coalesce(o.sent_at < unconfirmed, false) or coalesce(o.dead_at < ended, false)))
            returning w.email
        ), their_mails as (
          delete from public.email_outbox o using never_confirmed n where o.email = n.email and o.kind = 'waitlist-confirmation'
        ), left_before as (
          -- Who left, and did not confirm what was asked for in their name since.
          select n.email from never_confirmed n
            where exists (select from public.consent_events c where c.email = n.email and c.event = 'unsubscribed')
        ), departed as (
          delete from public.waitlist w using looked l where w.id = l.id and w.unsubscribed_at < ended returning w.email
        ), hashed as (
          select public.suppress_email(d.email, 'unsubscribed') from departed d
        ), hashed_before as (
          select public.suppress_email(l.email, 'unsubscribed') from left_before l
        )
        select jsonb_build_object(
          'gone', jsonb_build_object('unconfirmed', (select count(*) from never_confirmed), 'left', (select count(*) from hashed) + 0 * (select count(*) from hashed_before)),
          'next', case when (select count(*) from looked) = scan then (select l.id from looked l order by l.id desc limit 1) end
        ) into page;
      when 'links' then
        if rehearsal then
          select jsonb_build_object('gone', jsonb_build_object('links', count(*)), 'next', null) into page
            from public.email_tokens where expires_at < now();
        else
          with gone as (
            delete from public.email_tokens where hash in (
              select hash from public.email_tokens where expires_at < now() order by expires_at limit scan
            ) returning hash
          )
          select jsonb_build_object('gone', jsonb_build_object('links', count(*)), 'next', case when count(*) = scan then after_id end)
            into page from gone;
        end if;
      when 'mails' then
        with looked as materialized (
          select o.id from public.email_outbox o where o.id > after_id order by o.id limit scan
        ), gone as (
          delete from public.email_outbox o using looked l
            where o.id = l.id and coalesce(o.sent_at, o.dead_at) < ended
              and not (o.kind = 'waitlist-confirmation' and exists (
                select from public.waitlist w where w.email = o.email and w.confirmed_at is null and w.unsubscribed_at is null))
            returning o.id
        )
        select jsonb_build_object(
          'gone', jsonb_build_object('mails', (select count(*) from gone)),
          'next', case when (select count(*) from looked) = scan then (select l.id from looked l order by l.id desc limit 1) end
        ) into page;
    end case;
    if rehearsal then
      raise exception 'rehearsed' using errcode = 'KBREH';
    end if;
  exception when sqlstate 'KBREH' then null;
  end;
  return page;
end $$;

-- As in 20261121220000_announcements.sql, for updates too, and `mail retry` revives none of it beside what is told anew.
create or replace function public.end_announcement() returns trigger
language plpgsql set search_path = '' as $$
declare
  returned constant boolean := old.unsubscribed_at is not null and new.unsubscribed_at is null;
begin
  update public.email_outbox set dead_at = coalesce(dead_at, now()), leased_until = null, last_error = 'unsubscribed'
    where email = new.email and (kind = 'launch-announcement' or (returned and kind = 'update')) and sent_at is null;
  -- Who came here as somebody who had left: prune_page asks for it.
  if returned and not exists (select from public.consent_events c where c.email = new.email and c.event = 'unsubscribed')
    and not exists (select from public.email_suppressions s where s.hash = any (public.suppression_hashes(new.email))) then
    insert into public.consent_events (email, event, happened_at) values (new.email, 'unsubscribed', old.unsubscribed_at);
  end if;
  return null;
end $$;
drop trigger waitlist_ends_announcement on public.waitlist;
create trigger waitlist_ends_announcement after update of unsubscribed_at, notified on public.waitlist
  for each row when ((old.unsubscribed_at is not null and new.unsubscribed_at is null) or (old.notified and not new.notified))
  execute function public.end_announcement();

-- As in 20261122120000_application_events.sql. Another decision that may have arrived, its answer being lost, counts as told.
create or replace function public.enqueue_decision_email() returns trigger
language plpgsql set search_path = '' as $$
declare
  review constant jsonb := coalesce(nullif(current_setting('prelaunch.review', true), ''), '{}')::jsonb;
  decided constant text := 'application-' || new.status;
  told text;
  told_at timestamptz;
begin
  perform from public.email_outbox where application_id = new.id and kind = decided and sent_at is null and dead_at is null;
  if found then return null; end if;
  select kind, sent_at into told, told_at from public.email_outbox
    where application_id = new.id and kind in ('application-accepted', 'application-declined') and sent_at is not null
    order by sent_at desc limit 1;
  if told = decided and not exists (
    select from public.email_outbox where application_id = new.id and kind in ('application-accepted', 'application-declined')
      and kind <> decided and sent_at is null and doubtful_since is not null and coalesce(dead_at, 'infinity') > told_at
  ) then return null; end if;
  -- What ended unsent before is not to be retried beside this one.
  update public.email_outbox set last_error = 'not_needed' where application_id = new.id and kind = decided and dead_at is not null;
  insert into public.email_outbox (kind, email, application_id, not_before)
    values (decided, new.email, new.id, now() + make_interval(secs => coalesce((review ->> 'mail_after_seconds')::integer, 0)));
  return null;
end $$;
