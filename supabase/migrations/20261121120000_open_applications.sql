-- One person may apply more than once on purpose (requirements 4), but not a hundred times: five pending applications an
-- address (`limits.openApplications`). The lock makes those of one address wait for each other, so that a burst of them
-- is counted too. PT429 is HTTP 429 to PostgREST and @supabase/lite alike.
create function public.limit_open_applications() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(new.email, 20261121));
  -- The same submission sent again: the primary key answers that one.
  if exists (select from public.beta_applications where id = new.id) then return new; end if;
  if (select count(*) from public.beta_applications where email = new.email and status = 'pending') >= 5 then
    raise sqlstate 'PT429' using message = 'This address has five pending applications.';
  end if;
  return new;
end $$;

revoke execute on function public.limit_open_applications() from public, anon, authenticated;

-- Only for what is handed in now: an import brings the times of its applications along.
create trigger beta_applications_limit_open before insert on public.beta_applications
  for each row when (new.status = 'pending' and new.created_at = now())
  execute function public.limit_open_applications();
