-- This is what a project's database has before GoTrue's first migration, as the public image of Supabase's
-- PostgreSQL makes it. `supabase_admin` runs it in an empty database.
create schema auth authorization supabase_admin;
grant all on schema auth to supabase_auth_admin, dashboard_user;
grant usage on schema auth to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth grant all on tables to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on sequences to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth grant all on routines to postgres, dashboard_user;
do $$ begin execute format('grant create on database %I to supabase_auth_admin', current_database()); end $$;
