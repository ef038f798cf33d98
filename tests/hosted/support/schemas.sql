-- Schemas of a hosted project's database, their owners, and who may use them. `supabase_admin` runs this after
-- the tables of `auth` have been made.
alter schema public owner to postgres;
grant all on schema public to postgres;
grant usage on schema public to anon, authenticated, service_role;

create schema if not exists extensions authorization postgres;
create schema if not exists storage authorization supabase_storage_admin;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema storage to postgres, anon, authenticated, service_role;

grant usage on schema auth to postgres, anon, authenticated, service_role;

alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;

-- The platform's event triggers grant this when pg_cron and pg_net are made: jobs can be read, and changed by
-- functions alone.
grant usage on schema cron, net, vault to postgres;
grant select on cron.job, vault.secrets, vault.decrypted_secrets to postgres;
grant all on cron.job_run_details to postgres;
alter function cron.schedule(text, text, text) security definer;
alter function vault.create_secret(text, text, text, uuid) security definer;
alter function vault.update_secret(uuid, text, text, text, uuid) security definer;
revoke execute on all functions in schema vault from public;
grant execute on function vault.create_secret, vault.update_secret to postgres;
create function cron.unschedule(job_name text) returns boolean language sql security definer as $$
  delete from cron.job where jobname = $1 returning true $$;

-- An operator may have PostgREST run this before each request: it reads the request, sets a variable, and
-- answers with a header.
create schema private authorization postgres;
grant usage on schema private to anon, authenticated, service_role;
create function private.check_request() returns void
language plpgsql set search_path = '' as $$
begin
  if current_setting('request.headers', true)::json ->> 'x-client-info' = 'refused' then
    raise sqlstate 'PT403' using message = 'This client is refused.';
  end if;
  perform set_config('app.request', current_setting('request.method', true) || ' ' || current_setting('request.path', true), true);
  perform set_config('response.headers', '[{"x-request-checked": "yes"}]', true);
end $$;

-- The Supabase CLI makes the table like this; the maker of the auth tables left another one.
drop schema if exists supabase_migrations cascade;
create schema supabase_migrations authorization postgres;
create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
alter table supabase_migrations.schema_migrations owner to postgres;
