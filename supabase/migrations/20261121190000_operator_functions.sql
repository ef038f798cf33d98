-- What the operator's commands call, at a million rows and under a hosted project's statement timeout of 8 s, and without
-- what `supabase db lint` warns of.

-- The tables of this schema that hold data of a person, which name their address `email`, and how such a table is searched:
-- by its index where a constraint keeps addresses in their normal form, else row by row.
create function public.tables_of_persons() returns table (source name, address text)
language sql stable set search_path = '' as $$
  select c.relname, case when public.keeps_constraints(c.oid, array[c.relname || '_email_normal']) then 't.email' else 'lower(btrim(t.email))' end
  from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind = 'r' and a.attname = 'email' and not a.attisdropped
  order by c.relname;
$$;

-- As in 20261121090300_erasure.sql.
create or replace function public.person_data(person text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(person));
  held jsonb := '{}'::jsonb;
  place record;
  found_rows jsonb;
begin
  for place in select * from public.tables_of_persons() loop
    execute format('select jsonb_agg(to_jsonb(t)) from public.%I t where %s = $1', place.source, place.address) into found_rows using wanted;
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

-- As in 20261121140000_email_suppressions.sql.
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

-- As in 20261121090310_operator_reports.sql, but the people are gone through once.
create or replace function public.stats_report(bucket text, since timestamptz default '-infinity', until timestamptz default 'infinity') returns jsonb
language sql stable set search_path = '' as $$
  -- A Monday, where weeks begin.
  with people as materialized (
    select date_bin(case bucket when 'day' then interval '1 day' when 'week' then interval '7 days' end, created_at, '2000-01-03T00:00:00Z') as start,
           source, count(*) as n, count(*) filter (where notified) as notified, count(confirmed_at) as confirmed, count(unsubscribed_at) as unsubscribed
    from public.waitlist where created_at >= since and created_at < until group by 1, 2
  ), applications as (select * from public.beta_applications where created_at >= since and created_at < until)
  select jsonb_build_object(
    'waitlist', (select jsonb_build_object('total', coalesce(sum(n), 0), 'notified', coalesce(sum(notified), 0),
                   'confirmed', coalesce(sum(confirmed), 0), 'unsubscribed', coalesce(sum(unsubscribed), 0)) from people),
    'signups', (select coalesce(jsonb_agg(jsonb_build_object('start', start, 'count', n) order by start), '[]') from
                 (select (start at time zone 'UTC')::date as start, sum(n) as n from people group by 1) per_bucket),
    'sources', (select coalesce(jsonb_agg(jsonb_build_object('source', source, 'count', n) order by n desc, source), '[]') from
                 (select source, sum(n) as n from people group by 1) per_source),
    'applications', (select coalesce(jsonb_agg(jsonb_build_object('role', role, 'status', status, 'count', n) order by role, status), '[]') from
                      (select role, status, count(*) as n from applications group by 1, 2) per_kind)
  );
$$;

-- The others that the linter warns of: a text where a jsonb is meant. Nothing else of them changes.
do $$
declare
  warned oid;
begin
  for warned in
    select oid from pg_catalog.pg_proc where pronamespace = 'public'::regnamespace
      and proname in ('data_report', 'schema_report', 'admit_submission', 'join_waitlist', 'apply_for_beta')
  loop
    execute regexp_replace(pg_get_functiondef(warned), '(jsonb := |return )''(\{[^'']*\}|\[\])'';', '\1''\2''::jsonb;', 'g');
  end loop;
end $$;

revoke execute on function public.tables_of_persons() from public, anon, authenticated;
grant execute on function public.tables_of_persons() to service_role;
