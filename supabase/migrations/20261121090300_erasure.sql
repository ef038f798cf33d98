-- What is held about a person, and its erasure (GDPR articles 15 and 17, CCPA 1798.105). A table of this schema that
-- holds data of a person names their address `email`, or hangs on one that does with `on delete cascade`: so a table
-- that a later migration adds is covered from its first day.

-- That an erasure was done, for the records (article 5(2)). Nothing in it says whose.
create table public.erasures (
  id uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null default now(),
  removed jsonb not null,
  constraint erasures_removed_counts check (jsonb_typeof(removed) = 'object')
);

alter table public.erasures enable row level security;
revoke all on public.erasures from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.erasures to service_role;
create policy erasures_backend_only on public.erasures
  as restrictive for all to anon, authenticated using (false) with check (false);

-- Security definer, as the accounts in schema auth are out of the service role's reach.
create function public.person_data(person text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(person));
  held jsonb := '{}';
  source name;
  found_rows jsonb;
begin
  for source in
    select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind = 'r' and a.attname = 'email' and not a.attisdropped
    order by c.relname
  loop
    execute format('select jsonb_agg(to_jsonb(t)) from public.%I t where lower(btrim(t.email)) = $1', source) into found_rows using address;
    held := held || jsonb_build_object(source, coalesce(found_rows, '[]'));
  end loop;
  select jsonb_agg(jsonb_build_object(
    'id', u.id, 'email', u.email, 'phone', u.phone, 'metadata', u.raw_user_meta_data, 'created_at', u.created_at,
    'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'ip', s.ip, 'user_agent', s.user_agent)), '[]')
                 from auth.sessions s where s.user_id = u.id)
  )) into found_rows from auth.users u where lower(u.email) = address;
  return held || jsonb_build_object('accounts', coalesce(found_rows, '[]'));
end $$;

-- Removes all of it in one transaction, the record included, and says how many rows went from where.
create function public.erase_person(person text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(person));
  removed jsonb := '{}';
  source name;
  gone bigint;
begin
  for source in
    select c.relname from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::pg_catalog.regnamespace and c.relkind = 'r' and a.attname = 'email' and not a.attisdropped
    order by c.relname
  loop
    execute format('delete from public.%I t where lower(btrim(t.email)) = $1', source) using address;
    get diagnostics gone = row_count;
    removed := removed || jsonb_build_object(source, gone);
  end loop;
  delete from auth.flow_state where user_id in (select id from auth.users where lower(email) = address);
  -- The payload is JSON, on @supabase/lite JSON within a JSON string: without backslashes both quote the address the same.
  delete from auth.audit_log_entries where position('"' || address || '"' in replace(lower(payload::text), '\', '')) > 0;
  delete from auth.users where lower(email) = address;
  get diagnostics gone = row_count;
  removed := removed || jsonb_build_object('accounts', gone);
  if exists (select from jsonb_each(removed) where value <> '0') then
    insert into public.erasures (removed) values (removed);
  end if;
  return removed;
end $$;

revoke execute on function public.person_data(text) from public, anon, authenticated;
revoke execute on function public.erase_person(text) from public, anon, authenticated;
grant execute on function public.person_data(text) to service_role;
grant execute on function public.erase_person(text) to service_role;
