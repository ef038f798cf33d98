-- This leaves the auth tables of @supabase/lite as GoTrue's migrations leave theirs. Those run as
-- supabase_auth_admin, of which `postgres` has not been a member since 2025. @supabase/lite lacks GoTrue's
-- table for the tokens of links.
create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null,
  token_hash text not null,
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now()
);
grant all on schema auth to supabase_auth_admin, dashboard_user;
do $$
declare
  item record;
begin
  for item in select oid::regclass as name from pg_class where relnamespace = 'auth'::regnamespace and relkind = 'r' loop
    execute format('alter table %s owner to supabase_auth_admin', item.name);
    execute format('alter table %s enable row level security', item.name);
  end loop;
  for item in select oid::regprocedure as name from pg_proc where pronamespace = 'auth'::regnamespace loop
    execute format('alter function %s owner to supabase_auth_admin', item.name);
  end loop;
end $$;
grant all on all tables in schema auth to postgres, dashboard_user;
grant all on all sequences in schema auth to postgres, dashboard_user;
