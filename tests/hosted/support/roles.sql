-- This is what a hosted project has before our first migration, as far as our migrations and services meet it:
-- its roles and their settings, its schemas with their owners, and the default privileges. The superuser
-- `supabase_admin` runs it.
create role postgres login createrole createdb replication bypassrls;
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin login noinherit;
create role supabase_storage_admin login noinherit createrole;
create role dashboard_user nologin createrole createdb replication;

grant anon, authenticated, service_role to authenticator, postgres with admin option;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres with admin option;
alter role postgres set search_path = "$user", public, extensions;
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
-- Supabase's guide recommends this (Securing your API); schemas.sql makes the function.
alter role authenticator set pgrst.db_pre_request = 'private.check_request';
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role supabase_auth_admin set search_path = auth;
alter role supabase_auth_admin set idle_in_transaction_session_timeout = '60s';
