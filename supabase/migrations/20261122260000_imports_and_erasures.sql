-- Imports and erasures wait for each other (docs/decisions/0192): who is erased while a file brings them would be on the list, or
-- have an application, and be suppressed as erased. One lock, as an import's batch has too many people to hold each mailbox.

-- As in 20261122240000_one_after_the_other.sql.
create or replace function public.erase_person(person text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(person));
  removed jsonb := '{}'::jsonb;
  place record;
  gone bigint;
  accounts constant uuid[] := array(select id from auth.users where lower(email) = wanted);
  spelling text;
begin
  -- Nobody joins, applies, is announced to or imported meanwhile: what they add would not be seen here, and stay.
  perform pg_catalog.pg_advisory_xact_lock(20261122, 260000);
  perform public.hold_mailboxes(array[wanted]);
  perform from public.waitlist where email = wanted for update;
  for place in select * from public.tables_hanging_on_persons() loop
    execute format('delete from public.%I t where %s', place.source, place.condition) using wanted;
    get diagnostics gone = row_count;
    removed := removed || jsonb_build_object(place.source, gone);
  end loop;
  for place in select * from public.tables_of_persons() loop
    execute format('delete from public.%I t where %s = $1', place.source, place.address) using wanted;
    get diagnostics gone = row_count;
    removed := removed || jsonb_build_object(place.source, gone);
  end loop;
  delete from auth.flow_state where user_id = any (accounts);
  -- The payload is JSON, on @supabase/lite JSON within a JSON string: without backslashes both quote the address the same.
  -- The first condition is the quick one. Go, which GoTrue is written in, writes an ampersand in JSON as \u0026.
  for spelling in select distinct unnest(array[wanted, replace(wanted, '&', '\u0026')]) loop
    delete from auth.audit_log_entries where position(spelling in payload::text) > 0
      and position('"' || replace(spelling, '\', '') || '"' in replace(payload::text, '\', '')) > 0;
  end loop;
  delete from auth.users where id = any (accounts);
  get diagnostics gone = row_count;
  removed := removed || jsonb_build_object('accounts', gone);
  if exists (select from jsonb_each(removed) where value <> '0') then
    insert into public.erasures (removed) values (removed);
    perform public.suppress_email(wanted, 'erased');
  end if;
  return removed;
end $$;

-- As there.
create or replace function public.import_waitlist(people text, override_suppression boolean default false, rehearsal boolean default false) returns jsonb
language plpgsql set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  people_json constant jsonb := people::jsonb;
  most_attempts constant integer := 5;
  leaving record;
  unsubscribed integer;
  broken text;
  outcome jsonb;
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(20261122, 260000);
  for attempt in 1..most_attempts loop
    begin
      if override_suppression then
        delete from public.email_suppressions where hash in (
          select unnest(public.suppression_hashes(g.email)) from jsonb_to_recordset(people_json) as g(email text, suppress text) where g.suppress is null
        );
      end if;
      unsubscribed := 0;
      if jsonb_path_exists(people_json, '$[*].suppress') or jsonb_path_exists(people_json, '$[*].unsubscribed_at') then
        perform from public.waitlist where email = any (array(
          select g.email from jsonb_to_recordset(people_json) as g(email text, unsubscribed_at timestamptz, suppress text)
            where g.suppress is not null or g.unsubscribed_at is not null
        )) order by email for no key update;
        for leaving in
          select * from jsonb_to_recordset(people_json) as g(email text, unsubscribed_at timestamptz, suppress text, again boolean)
            where g.suppress is not null or g.unsubscribed_at is not null
        loop
          if leaving.suppress is not null then
            perform public.suppress_email(leaving.email, leaving.suppress);
          end if;
          update public.waitlist w set unsubscribed_at = coalesce(leaving.unsubscribed_at, now())
            where w.email = leaving.email and w.unsubscribed_at is null;
          if found then
            if leaving.suppress is distinct from 'bounced' then
              insert into public.consent_events (email, event, happened_at)
                values (leaving.email, 'unsubscribed', coalesce(leaving.unsubscribed_at, now()));
            end if;
            if leaving.again is not true then
              unsubscribed := unsubscribed + 1;
            end if;
          end if;
        end loop;
      end if;
      with given as materialized (
        select * from jsonb_to_recordset(people_json) as g(
          id uuid, email text, created_at timestamptz, source text, notified boolean, confirmed_at timestamptz,
          unsubscribed_at timestamptz, suppress text, again boolean)
      ), kept_out as materialized (
        select g.email, s.reason, g.again from given g
          cross join lateral unnest(public.suppression_hashes(g.email)) as h(hash)
          join public.email_suppressions s on s.hash = h.hash
          where exists (select from public.email_suppressions)
            and (select true from public.waitlist w where w.email = g.email) is null
      ), added as (
        insert into public.waitlist (id, email, created_at, source, notified, confirmed_at, unsubscribed_at)
          select coalesce(g.id, gen_random_uuid()), g.email, coalesce(g.created_at, now()), g.source, coalesce(g.notified, false),
                 g.confirmed_at, g.unsubscribed_at
          from given g where g.suppress is null and g.email not in (select k.email from kept_out k)
            and (select true from public.waitlist w where w.email = g.email) is null
          order by g.id
          returning email
      )
      select jsonb_build_object(
        'added', (select count(*) from added where email not in (select g.email from given g where g.again)),
        'unsubscribed', unsubscribed,
        'suppressed', (select coalesce(jsonb_object_agg(reason, n), '{}') from
                        (select reason, count(*) as n from kept_out where again is not true group by reason) per_reason)
      ) into outcome;
      if rehearsal then
        raise exception 'rehearsed' using errcode = 'KBREH';
      end if;
      exit;
    exception
      when sqlstate 'KBREH' then exit;
      when unique_violation then
        get stacked diagnostics broken = constraint_name;
        if broken <> 'waitlist_email_key' or attempt = most_attempts then raise; end if;
    end;
  end loop;
  return outcome;
end $$;

-- As in 20261122230000_what_stays_known.sql.
create or replace function public.import_applications(applications text, override_suppression boolean default false, rehearsal boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  outcome jsonb;
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(20261122, 260000);
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
