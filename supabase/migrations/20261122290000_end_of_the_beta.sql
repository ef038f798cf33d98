-- The beta form promises to store applications "until the beta is over": one call erases many of them
-- (docs/decisions/0198).

-- Set where applications were erased for that reason: all that were made up to then. A restore of an older backup reads it.
alter table public.erasures add column applications_until timestamptz;

-- Security definer: nobody else may erase the history. Oldest first; mails and history go with their application, so that a
-- call leaves nothing half erased. Applications are locked before their mails, as when one is decided (docs/decisions/0192).
create function public.erase_applications(made_until timestamptz, most integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chosen constant uuid[] := array(
    select a.id from public.beta_applications a where a.created_at <= made_until order by a.created_at, a.id limit most for update);
  events bigint;
  mails bigint;
  removed jsonb;
begin
  delete from public.beta_application_events e where e.application_id = any (chosen);
  get diagnostics events = row_count;
  delete from public.email_outbox o where o.application_id = any (chosen);
  get diagnostics mails = row_count;
  delete from public.beta_applications a where a.id = any (chosen);
  removed := jsonb_build_object('beta_applications', cardinality(chosen), 'beta_application_events', events, 'email_outbox', mails);
  if chosen <> '{}' then
    insert into public.erasures (removed, applications_until) values (removed, made_until);
  end if;
  return removed;
end $$;
revoke execute on function public.erase_applications(timestamptz, integer) from public, anon, authenticated;
grant execute on function public.erase_applications(timestamptz, integer) to service_role;
