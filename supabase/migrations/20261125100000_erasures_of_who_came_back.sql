-- Who was erased and came back is no longer on the suppression list. Restoring an older backup would bring back what had been erased
-- (docs/decisions/0194), so each erasure keeps the keyed hash of the address by itself.
alter table public.erasures add column hash text;
alter table public.erasures add constraint erasures_hash_hex check (hash ~ '^[0-9a-f]{64}$');

-- As in 20261122260000_imports_and_erasures.sql, with the hash.
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
    insert into public.erasures (removed, hash) values (removed, (public.suppression_hashes(wanted))[1]);
    perform public.suppress_email(wanted, 'erased');
  end if;
  return removed;
end $$;
