-- The scheduled jobs of a hosted project (docs/decisions/0135): each minute the function is asked to send what
-- is due; once an hour it is asked even if nothing is due, because it first looks for news for the operator;
-- and once a day to erase what has expired.
-- Where pg_cron, pg_net or Vault are missing, the jobs that need them are left out. The migration may be run
-- again, for example after they were added: a job of the same name is replaced, and `check backend` names one
-- that is missing. No job sends a request before Vault has both secrets, which `deploy` puts there.
do $migration$
declare
  ask constant text := $job$
select net.http_post(
  url := rtrim(project.decrypted_secret, '/') || '/functions/v1/forms/mail/%s',
  headers := jsonb_build_object('content-type', 'application/json', 'authorization', 'Bearer ' || secret.decrypted_secret),
  timeout_milliseconds := 10000)
from vault.decrypted_secrets project, vault.decrypted_secrets secret
where project.name = 'keelbook_project_url' and secret.name = 'keelbook_mail_secret'$job$;
  due constant text := $job$
  and (exists (select from public.email_outbox where sent_at is null and failed_at is null and not_before <= now()
                 and (leased_until is null or leased_until <= now()))
    or exists (select from public.webhook_events where failed_at is null and not_before <= now()
                 and (leased_until is null or leased_until <= now())))$job$;
  hosted constant boolean := (select count(*) = 3 from pg_catalog.pg_available_extensions
    where name in ('pg_cron', 'pg_net', 'supabase_vault'));
  clock boolean;
  project boolean;
  item record;
begin
  -- Each job is made by itself: one that cannot be made (on a self-managed server without pg_cron loaded) holds
  -- up neither the others nor a migration.
  for item in select * from (values ('pg_cron', 'pg_catalog'), ('pg_net', 'extensions')) as wanted(name, place) where hosted loop
    begin
      execute format('create extension if not exists %I with schema %I', item.name, item.place);
    exception when others then raise warning 'The extension % cannot be made: %', item.name, sqlerrm;
    end;
  end loop;
  clock := to_regprocedure('cron.schedule(text, text, text)') is not null;
  project := to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is not null
    and to_regclass('vault.decrypted_secrets') is not null;
  for item in
    select * from (values
      ('keelbook-mail', '* * * * *', format(ask, 'drain') || due, clock and project),
      ('keelbook-operator', '4 * * * *', format(ask, 'drain'), clock and project),
      ('keelbook-prune', '17 3 * * *', format(ask, 'prune'), clock and project),
      -- pg_cron records every run and never deletes the records.
      ('keelbook-runs', '27 3 * * *', $job$
delete from cron.job_run_details
where end_time < now() - interval '7 days' and jobid in (select jobid from cron.job where jobname like 'keelbook-%')$job$, clock)
    ) as wanted(name, schedule, command, possible) where possible
  loop
    begin
      perform cron.schedule(item.name, item.schedule, item.command);
    exception when others then raise warning 'The job % is not scheduled: %', item.name, sqlerrm;
    end;
  end loop;
end $migration$;
