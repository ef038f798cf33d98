-- What `prelaunch stats` and `prelaunch check` ask: one answer each instead of a million rows over the wire.

-- Sign-ups a day or week (UTC, weeks from Monday) with what came of them, and applications by role and status.
create function public.stats_report(bucket text, since timestamptz default '-infinity', until timestamptz default 'infinity') returns jsonb
language sql stable set search_path = '' as $$
  with people as (select * from public.waitlist where created_at >= since and created_at < until),
       applications as (select * from public.beta_applications where created_at >= since and created_at < until)
  select jsonb_build_object(
    'waitlist', (select jsonb_build_object('total', count(*), 'notified', count(*) filter (where notified),
                   'confirmed', count(confirmed_at), 'unsubscribed', count(unsubscribed_at)) from people),
    'signups', (select coalesce(jsonb_agg(jsonb_build_object('start', start, 'count', n) order by start), '[]') from
                 (select date_trunc(bucket, created_at at time zone 'UTC')::date as start, count(*) as n from people group by 1) per_bucket),
    'sources', (select coalesce(jsonb_agg(jsonb_build_object('source', source, 'count', n) order by n desc, source), '[]') from
                 (select source, count(*) as n from people group by 1) per_source),
    'applications', (select coalesce(jsonb_agg(jsonb_build_object('role', role, 'status', status, 'count', n) order by role, status), '[]') from
                      (select role, status, count(*) as n from applications group by 1, 2) per_kind)
  );
$$;

-- Rows that the constraints should have kept out, by kind: how many, and the ids of the first few (never an address).
create function public.data_report() returns jsonb
language sql stable set search_path = '' as $$
  with wrong(kind, id) as (
    select 'waitlist_duplicate', id from (
      select id, row_number() over (partition by normalize(lower(btrim(email)), NFKC) order by created_at, id) as nth from public.waitlist
    ) numbered where nth > 1
    union all
    select 'waitlist_email', id from public.waitlist
      where email !~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$' or char_length(email) > 254
    union all
    select 'application_email', id from public.beta_applications
      where email !~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$' or char_length(email) > 254
    union all
    select 'application_role', id from public.beta_applications
      where role not in ('freelancer', 'small-business-owner', 'consultant', 'agency-owner', 'other')
    union all
    select 'application_status', id from public.beta_applications where status not in ('pending', 'accepted', 'declined')
  )
  select coalesce(jsonb_object_agg(kind, jsonb_build_object('count', n, 'ids', ids)), '{}')
  from (select kind, count(*) as n, (array_agg(id))[1:5] as ids from wrong group by kind) per_kind;
$$;

-- The schema as it really is, one line a fact, so that two databases can be compared line by line; security definer,
-- as supabase_migrations is out of the service role's reach.
create function public.schema_report() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  facts jsonb;
  applied jsonb := '[]';
begin
  with
    relations as (select *, relname as name from pg_catalog.pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')),
    routines as (select *, format('%s(%s)', proname, pg_get_function_identity_arguments(oid)) as name from pg_catalog.pg_proc where pronamespace = 'public'::regnamespace),
    visitors(grantee) as (values ('anon'), ('authenticated'), ('service_role'))
  select jsonb_agg(fact order by fact) into facts from (
    select format('table %s: row level security %s%s', name, case when relrowsecurity then 'on' else 'off' end, case when relkind in ('v', 'm') then ', a view' else '' end) as fact from relations
    union all
    select format('column %s.%s: %s%s%s', r.name, a.attname, format_type(a.atttypid, a.atttypmod), case when a.attnotnull then ' not null' else '' end, ' default ' || pg_get_expr(d.adbin, d.adrelid))
      from relations r join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    union all
    -- PostgreSQL 18 counts "not null" among the constraints; it is a fact of the column above.
    select format('constraint %s on %s: %s%s', c.conname, r.name, pg_get_constraintdef(c.oid), case when c.convalidated then '' else ' (not validated)' end)
      from relations r join pg_catalog.pg_constraint c on c.conrelid = r.oid where c.contype <> 'n'
    union all
    select format('index %s', pg_get_indexdef(i.indexrelid)) from relations r join pg_catalog.pg_index i on i.indrelid = r.oid where i.indisvalid
    union all
    select format('trigger %s', pg_get_triggerdef(t.oid)) from relations r join pg_catalog.pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal and t.tgenabled <> 'D'
    union all
    select format('policy %s on %s: %s for %s to %s using (%s) with check (%s)', policyname, tablename, permissive, cmd, array_to_string(roles, ', '), coalesce(qual, ''), coalesce(with_check, ''))
      from pg_catalog.pg_policies where schemaname = 'public'
    union all
    select format('grant %s on %s to %s', verb, name, grantee) from relations, visitors, (values ('select'), ('insert'), ('update'), ('references')) verbs(verb)
      where has_any_column_privilege(grantee, oid, verb)
    union all
    select format('grant %s on %s to %s', verb, name, grantee) from relations, visitors, (values ('delete'), ('truncate'), ('trigger')) verbs(verb)
      where has_table_privilege(grantee, oid, verb)
    union all
    select format('function %s: %s%s, %s, body %s', name, case when prosecdef then 'security definer' else 'security invoker' end,
                  case when proconfig is null then '' else ', ' || array_to_string(proconfig, ' ') end, provolatile, md5(replace(prosrc, E'\r', ''))) from routines
    union all
    select format('grant execute on %s to %s', name, grantee) from routines, visitors where has_function_privilege(grantee, oid, 'execute')
    union all
    select format('role %s: %s', rolname, case when rolbypassrls or rolsuper then 'bypasses row level security' else 'obeys row level security' end)
      from pg_catalog.pg_roles where rolname in ('anon', 'authenticated', 'service_role')
  ) all_facts;
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select coalesce(jsonb_agg(version order by version), ''[]'') from supabase_migrations.schema_migrations' into applied;
  end if;
  return jsonb_build_object(
    'clock', clock_timestamp(),
    'migrations', applied,
    'facts', coalesce(facts, '[]'),
    'tables', (select coalesce(jsonb_object_agg(r.relname, a.attname), '{}') from pg_catalog.pg_class r
                 join pg_catalog.pg_index i on i.indrelid = r.oid and i.indisprimary
                 join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum = i.indkey[0]
                 where r.relnamespace = 'public'::regnamespace and r.relkind in ('r', 'p')),
    'functions', (select coalesce(jsonb_object_agg(p.proname, coalesce(to_jsonb(p.proargnames[1:p.pronargs]), '[]')), '{}')
                    from pg_catalog.pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype)
  );
end $$;

revoke execute on function public.stats_report(text, timestamptz, timestamptz) from public, anon, authenticated;
revoke execute on function public.data_report() from public, anon, authenticated;
revoke execute on function public.schema_report() from public, anon, authenticated;
grant execute on function public.stats_report(text, timestamptz, timestamptz) to service_role;
grant execute on function public.data_report() to service_role;
grant execute on function public.schema_report() to service_role;
