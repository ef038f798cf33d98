-- Who may do what. The public key alone, or with a session, reads and writes only what is granted here: other
-- rights that a host grants by default are taken back, and row level security without a policy denies a table
-- that is granted by mistake. A later migration that adds a table, a view or a function grants it to the
-- service role, and switches on row level security.

do $$
declare
  place record;
begin
  for place in select tablename from pg_catalog.pg_tables where schemaname = 'public' loop
    execute format('alter table public.%I enable row level security', place.tablename);
  end loop;
end $$;

revoke all on all tables in schema public from public, anon, authenticated, service_role;
revoke all on all sequences in schema public from public, anon, authenticated, service_role;
revoke all on all functions in schema public from public, anon, authenticated, service_role;

-- The form backend and the operator's commands use the secret key. The history of an application can only be
-- added to, and is deleted with the application.
grant select, insert, update, delete on all tables in schema public to service_role;
grant usage on all sequences in schema public to service_role;
revoke update, delete on public.beta_application_events from service_role;
-- There is only ever the one key: without it nobody would be found on the suppression list.
revoke insert, delete on public.suppression_key from service_role;
revoke insert, update, delete on public.people, public.mailable, public.failed_emails, public.troubled_emails from service_role;
-- The functions of triggers are not listed, as they need no right to run.
do $$
declare
  place record;
begin
  for place in select oid::regprocedure as signature from pg_catalog.pg_proc
    where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype loop
    execute format('grant execute on function %s to service_role', place.signature);
  end loop;
end $$;

-- Signed-in applicants see their own applications. Sign-in needs a confirmed address (config.toml). The grant
-- names columns, because a grant of the table includes the system columns: `xmax` tells that an operator wrote
-- a note, and `ctid` roughly how many applications there are.
grant select (id, name, email, company, role, reason, status, created_at, reviewed_at) on public.beta_applications to authenticated;

-- The select around auth.jwt() lets the planner call it once. The comparison is with an array, because from two
-- equalities the planner would estimate the rows of the address in a stranger's query, and PostgREST answers
-- `Prefer: count=planned` with that estimate.
create policy beta_applications_select_own on public.beta_applications for select to authenticated
  using (email = any (array[lower((select auth.jwt()) ->> 'email')]));
