-- What the operator asks about applications. A page of those with a status: the waiting ones oldest first, the decided ones
-- newest first. `request`: a JSON object in a text (20261121140100_imports.sql says why) with status, most, role, before (only
-- those sent earlier) and after, the key (created_at, id) of the last one of the page before.
create function public.application_page(request text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  r constant jsonb := request::jsonb;
  asked_role constant text := r ->> 'role';
  before constant timestamptz := coalesce((r ->> 'before')::timestamptz, 'infinity'::timestamptz);
  after_at constant timestamptz := (r #>> '{after,created_at}')::timestamptz;
  after_id constant uuid := (r #>> '{after,id}')::uuid;
  page jsonb;
begin
  if r ->> 'status' = 'pending' then
    select jsonb_agg(to_jsonb(a) order by a.created_at, a.id) into page from (
      select * from public.beta_applications b
        where b.status = 'pending' and b.created_at < before and (asked_role is null or b.role = asked_role)
          and (b.created_at, b.id) > (coalesce(after_at, '-infinity'::timestamptz), coalesce(after_id, '00000000-0000-0000-0000-000000000000'::uuid))
        order by b.created_at, b.id limit (r ->> 'most')::integer
    ) a;
  else
    select jsonb_agg(to_jsonb(a) order by a.created_at desc, a.id desc) into page from (
      select * from public.beta_applications b
        where b.status = r ->> 'status' and b.created_at < before and (asked_role is null or b.role = asked_role)
          and (b.created_at, b.id) < (coalesce(after_at, 'infinity'::timestamptz), coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))
        order by b.created_at desc, b.id desc limit (r ->> 'most')::integer
    ) a;
  end if;
  return coalesce(page, '[]'::jsonb);
end $$;

-- Whether the promise of an answer within `reply_hours` is kept, for the applications sent in a period. Overdue ones have had
-- no answer in time, so they count among those that were to be answered (`to_be_answered`). Whoever was decided on before
-- they applied, which an import can say, was not answered by us.
create function public.review_report(
  reply_hours integer, since timestamptz default '-infinity', until timestamptz default 'infinity'
) returns jsonb
language sql stable set search_path = '' as $$
  with applications as (
    select status = 'pending' as waits, created_at, reviewed_at - created_at as took,
           status <> 'pending' and reviewed_at >= created_at as answered
    from public.beta_applications where created_at >= since and created_at < until
  ), counted as (
    select count(*) filter (where waits) as pending,
           count(*) filter (where waits and created_at < now() - make_interval(hours => reply_hours)) as overdue,
           min(created_at) filter (where waits) as oldest_pending_at,
           count(*) filter (where answered) as answered,
           count(*) filter (where answered and took <= make_interval(hours => reply_hours)) as in_time,
           percentile_cont(0.5) within group (order by extract(epoch from took)) filter (where answered) as median_seconds
    from applications
  )
  select jsonb_build_object(
    'pending', pending, 'overdue', overdue, 'oldest_pending_at', oldest_pending_at,
    'to_be_answered', answered + overdue, 'in_time', in_time, 'median_seconds', round(median_seconds)
  ) from counted;
$$;

-- As in 20261121140100_imports.sql, with a history: that of the row (`events`, of `move`), else that it came with its status.
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
        join public.email_suppressions s on s.hash = h.hash and s.reason = 'erased'
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

-- Tables that hang on one with data of a person with `on delete cascade` and name no address of their own, and which of their
-- rows ($1 is the address). They are shown with it, go with it, and are counted among what goes.
create function public.tables_hanging_on_persons() returns table (source text, condition text)
language sql stable set search_path = '' as $$
  select child.relname::text, format('t.%I in (select t.%I from public.%I t where %s = $1)', child_key.attname, parent_key.attname, p.source, p.address)
  from public.tables_of_persons() p
  join pg_catalog.pg_class parent on parent.relname = p.source and parent.relnamespace = 'public'::pg_catalog.regnamespace
  join pg_catalog.pg_constraint c on c.confrelid = parent.oid and c.contype = 'f' and c.confdeltype = 'c' and cardinality(c.conkey) = 1
  join pg_catalog.pg_class child on child.oid = c.conrelid and child.relnamespace = 'public'::pg_catalog.regnamespace
  join pg_catalog.pg_attribute child_key on child_key.attrelid = child.oid and child_key.attnum = c.conkey[1]
  join pg_catalog.pg_attribute parent_key on parent_key.attrelid = parent.oid and parent_key.attnum = c.confkey[1]
  where not exists (select from public.tables_of_persons() own where own.source = child.relname)
  order by 1;
$$;

-- As in 20261121190000_operator_functions.sql, with those.
create or replace function public.person_data(person text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(person));
  held jsonb := '{}'::jsonb;
  place record;
  found_rows jsonb;
begin
  for place in
    select p.source, format('%s = $1', p.address) as condition from public.tables_of_persons() p
    union all select h.source, h.condition from public.tables_hanging_on_persons() h
  loop
    execute format('select jsonb_agg(to_jsonb(t)) from public.%I t where %s', place.source, place.condition) into found_rows using wanted;
    held := held || jsonb_build_object(place.source, coalesce(found_rows, '[]'));
  end loop;
  select jsonb_agg(jsonb_build_object(
    'id', u.id, 'email', u.email, 'phone', u.phone, 'metadata', u.raw_user_meta_data, 'created_at', u.created_at,
    'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'ip', s.ip, 'user_agent', s.user_agent)), '[]')
                 from auth.sessions s where s.user_id = u.id)
  )) into found_rows from auth.users u where lower(u.email) = wanted;
  return held || jsonb_build_object('accounts', coalesce(found_rows, '[]'));
end $$;

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

revoke execute on function public.application_page(text) from public, anon, authenticated;
revoke execute on function public.review_report(integer, timestamptz, timestamptz) from public, anon, authenticated;
revoke execute on function public.tables_hanging_on_persons() from public, anon, authenticated;
grant execute on function public.application_page(text) to service_role;
grant execute on function public.review_report(integer, timestamptz, timestamptz) to service_role;
grant execute on function public.tables_hanging_on_persons() to service_role;
