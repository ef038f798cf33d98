-- Removed when no command calls them any more.
CREATE FUNCTION public.normal_email(email text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO ''
    RETURN CASE WHEN (email ~ '[^ -~]'::text) THEN NORMALIZE(lower(btrim(email)), NFKC) ELSE lower(btrim(email)) END;

CREATE FUNCTION public.keeps_constraints(relation regclass, names text[]) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select count(*) = cardinality(names) from pg_catalog.pg_constraint
    where conrelid = relation and conname = any (names) and contype = 'c' and convalidated;
$$;

CREATE FUNCTION public.data_report(subject text, after uuid DEFAULT NULL::uuid) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO ''
    AS $_$
declare
  valid constant text := '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$';
  page constant integer := 100000;
  wrong jsonb := '{}'::jsonb;
  last uuid;
  n bigint;
  ids uuid[];
  doubled text[];
begin
  if subject = 'waitlist' then
    if public.keeps_constraints('public.waitlist', '{waitlist_email_length,waitlist_email_normal,waitlist_email_valid}')
       and exists (select from pg_catalog.pg_index where indexrelid = pg_catalog.to_regclass('public.waitlist_email_key') and indisunique and indisvalid) then
      return jsonb_build_object('wrong', wrong, 'next', null);
    end if;
    -- Over the whole table, once: a pair may stand on two pages.
    if after is null then
      select coalesce(sum(rows_of_one - 1), 0), (array_agg(normal))[1:5] into n, doubled from (
        select public.normal_email(email) as normal, count(*) as rows_of_one from public.waitlist group by 1 having count(*) > 1
      ) per_address;
      if n > 0 then
        select (array_agg(id))[1:5] into ids from (
          select id, row_number() over (partition by public.normal_email(email) order by created_at, id) as nth
          from public.waitlist where public.normal_email(email) = any (doubled)
        ) numbered where nth > 1;
      end if;
      if n > 0 then wrong := wrong || jsonb_build_object('waitlist_duplicate', jsonb_build_object('count', n, 'ids', ids)); end if;
    end if;
    with paged as (select id, email from public.waitlist where after is null or id > after order by id limit page),
         broken as (select id from paged where email !~ valid or char_length(email) > 254)
    select case when (select count(*) from paged) = page then (select max(id::text)::uuid from paged) end,
           (select count(*) from broken), (select (array_agg(id))[1:5] from broken)
      into last, n, ids;
    if n > 0 then wrong := wrong || jsonb_build_object('waitlist_email', jsonb_build_object('count', n, 'ids', ids)); end if;
  elsif subject = 'beta_applications' then
    if public.keeps_constraints('public.beta_applications',
         '{beta_applications_email_length,beta_applications_email_normal,beta_applications_email_valid,beta_applications_role_known,beta_applications_status_known}') then
      return jsonb_build_object('wrong', wrong, 'next', null);
    end if;
    with paged as (select * from public.beta_applications where after is null or id > after order by id limit page),
         broken(kind, id) as (
           select 'application_email', id from paged where email !~ valid or char_length(email) > 254
           union all select 'application_role', id from paged where role not in ('freelancer', 'small-business-owner', 'consultant', 'agency-owner', 'other')
           union all select 'application_status', id from paged where status not in ('pending', 'accepted', 'declined')
         ),
         per_kind as (select kind, count(*) as n, (array_agg(id))[1:5] as ids from broken group by kind)
    select case when (select count(*) from paged) = page then (select max(id::text)::uuid from paged) end,
           (select coalesce(jsonb_object_agg(kind, jsonb_build_object('count', per_kind.n, 'ids', per_kind.ids)), '{}') from per_kind)
      into last, wrong;
  else
    raise sqlstate '22023' using message = 'subject is waitlist or beta_applications';
  end if;
  return jsonb_build_object('wrong', wrong, 'next', last);
end $_$;

CREATE FUNCTION public.hold_emails(most integer) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO ''
    AS $$
declare
  held integer;
begin
  update public.email_outbox set dead_at = now(), leased_until = null, last_error = 'restored' where id in (
    select id from public.email_outbox where sent_at is null and dead_at is null order by not_before, id limit most
  );
  get diagnostics held = row_count;
  return held;
end $$;

CREATE FUNCTION public.import_email_records(tokens text, consents text) RETURNS void
    LANGUAGE sql
    SET search_path TO ''
    AS $$
  insert into public.email_tokens (hash, purpose, email, created_at, expires_at, spent_at)
    select g.* from jsonb_to_recordset(tokens::jsonb) as g(
        hash text, purpose text, email text, created_at timestamptz, expires_at timestamptz, spent_at timestamptz)
      join public.waitlist w on w.email = g.email order by g.email for key share of w
    on conflict (hash) do nothing;
  insert into public.consent_events (id, email, event, happened_at, text_version, client_hash)
    select g.* from jsonb_to_recordset(consents::jsonb) as g(
        id uuid, email text, event text, happened_at timestamptz, text_version text, client_hash text)
      join public.waitlist w on w.email = g.email order by g.email for key share of w
    on conflict (id) do nothing;
$$;

CREATE FUNCTION public.import_update_recipients(recipients text) RETURNS void
    LANGUAGE sql
    SET search_path TO ''
    AS $$
  insert into public.email_update_recipients (id, name, email, hash, told_at)
    select g.* from jsonb_to_recordset(recipients::jsonb) as g(id uuid, name text, email text, hash text, told_at timestamptz)
      join public.waitlist w on w.email = g.email order by g.email for key share of w
    on conflict do nothing;
$$;

CREATE FUNCTION public.review_report(reply_hours integer, since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone, until timestamp with time zone DEFAULT 'infinity'::timestamp with time zone) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
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

CREATE FUNCTION public.schema_report() RETURNS jsonb
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO ''
    AS $$
declare
  facts jsonb;
  applied jsonb := '[]'::jsonb;
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

CREATE FUNCTION public.suppressions_of(person text) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'created_at', created_at)), '[]')
  from public.email_suppressions where hash = any(public.suppression_hashes(person));
$$;

CREATE FUNCTION public.trapped_report(since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone, until timestamp with time zone DEFAULT 'infinity'::timestamp with time zone) RETURNS jsonb
    LANGUAGE sql STABLE
    SET search_path TO ''
    AS $$
  select coalesce(jsonb_agg(jsonb_build_object('start', day, 'form', form, 'count', count) order by day, form), '[]')
    from public.trapped_submissions
    where day >= (since at time zone 'UTC')::date and day < until at time zone 'UTC';
$$;

revoke all on all functions in schema public from public, anon, authenticated;
grant execute on all functions in schema public to service_role;
