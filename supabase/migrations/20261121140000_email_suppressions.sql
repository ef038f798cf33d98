-- Addresses that must not be mailed, or added by an import, again: bounces, complaints, and people who were erased. Keyed
-- hashes alone, so that an erasure keeps its word (docs/decisions/0083). No column `email`: an erasure must not empty it.

-- Keys of the hashes, in the database so that every host and command agrees. A project that another one was moved to has
-- the keys of both; the oldest makes new hashes.
create table public.suppression_keys (
  id uuid primary key default gen_random_uuid(),
  inner_key text not null,
  outer_key text not null,
  created_at timestamptz not null default now(),
  constraint suppression_keys_block check (inner_key ~ '^[0-9a-f]{128}$' and outer_key ~ '^[0-9a-f]{128}$')
);

create table public.email_suppressions (
  hash text primary key,
  reason text not null,
  created_at timestamptz not null default now(),
  constraint email_suppressions_hash_format check (hash ~ '^[0-9a-f]{64}$'),
  constraint email_suppressions_reason_known check (reason in ('erased', 'bounced', 'complained'))
);
create index email_suppressions_erased_idx on public.email_suppressions (hash) where reason = 'erased';

-- A UUID of version 4 has 122 random bits, of PostgreSQL's own strong source.
insert into public.suppression_keys (inner_key, outer_key)
  select encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex'),
         encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'hex');

alter table public.suppression_keys enable row level security;
alter table public.email_suppressions enable row level security;
revoke all on public.suppression_keys, public.email_suppressions from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.suppression_keys, public.email_suppressions to service_role;
create policy suppression_keys_backend_only on public.suppression_keys
  as restrictive for all to anon, authenticated using (false) with check (false);
create policy email_suppressions_backend_only on public.email_suppressions
  as restrictive for all to anon, authenticated using (false) with check (false);

-- The hashes an address may stand under, that of the oldest key first. HMAC's nested construction with two independent
-- keys of one block each (NMAC), as hosts keep pgcrypto in different schemas.
create function public.suppression_hashes(person text) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(encode(sha256(decode(outer_key, 'hex') || sha256(decode(inner_key, 'hex') || convert_to(lower(btrim(person)), 'UTF8'))), 'hex')
                   order by created_at, id)
  from public.suppression_keys;
$$;

-- Puts an address on the list; a complaint stays a complaint whatever comes after it.
create function public.suppress_email(person text, why text) returns void
language plpgsql set search_path = '' as $$
declare
  hashes constant text[] := public.suppression_hashes(person);
  strength constant text[] := array['erased', 'bounced', 'complained'];
begin
  update public.email_suppressions set reason = why
    where hash = any(hashes) and array_position(strength, why) > array_position(strength, reason);
  if not exists (select from public.email_suppressions where hash = any(hashes)) then
    insert into public.email_suppressions (hash, reason) values (hashes[1], why) on conflict (hash) do nothing;
  end if;
end $$;

-- Why an address is on the list and since when: no or one entry.
create function public.suppressions_of(person text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'created_at', created_at)), '[]')
  from public.email_suppressions where hash = any(public.suppression_hashes(person));
$$;

-- Who was erased and joins or applies again has changed their mind. Imports let nobody in who is on the list.
create function public.lift_erasure_suppressions() returns trigger
language plpgsql set search_path = '' as $$
begin
  if exists (select from public.email_suppressions where reason = 'erased') then
    delete from public.email_suppressions where reason = 'erased'
      and hash in (select unnest(public.suppression_hashes(email)) from joined);
  end if;
  return null;
end $$;
create trigger waitlist_lifts_erasure_suppressions after insert on public.waitlist
  referencing new table as joined for each statement execute function public.lift_erasure_suppressions();
create trigger beta_applications_lift_erasure_suppressions after insert on public.beta_applications
  referencing new table as joined for each statement execute function public.lift_erasure_suppressions();

-- As in 20261121090300_erasure.sql, and the address goes on the list in the same transaction.
create or replace function public.erase_person(person text) returns jsonb
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
    perform public.suppress_email(address, 'erased');
  end if;
  return removed;
end $$;

revoke execute on function public.suppression_hashes(text) from public, anon, authenticated;
revoke execute on function public.suppress_email(text, text) from public, anon, authenticated;
revoke execute on function public.suppressions_of(text) from public, anon, authenticated;
revoke execute on function public.lift_erasure_suppressions() from public, anon, authenticated;
grant execute on function public.suppression_hashes(text) to service_role;
grant execute on function public.suppress_email(text, text) to service_role;
grant execute on function public.suppressions_of(text) to service_role;
