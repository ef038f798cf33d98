-- These are the parts of a hosted project's extensions that the schedule uses, with their signatures: pg_cron
-- 1.6, pg_net 0.14, supabase_vault 0.3.
create schema cron;
create table cron.job (jobid bigserial primary key, schedule text, command text, jobname text unique, active boolean default true);
create table cron.job_run_details (jobid bigint, end_time timestamptz);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
  insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
    on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning jobid $$;

create schema net;
create table net.http_request_queue (id bigserial primary key, url text, headers jsonb, body jsonb, timeout_milliseconds int);
create function net.http_post(
  url text, body jsonb default '{}', params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds int default 5000
) returns bigint language sql as $$
  insert into net.http_request_queue (url, headers, body, timeout_milliseconds) values ($1, $4, $2, $5) returning id $$;

create schema vault;
create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
create function vault.create_secret(
  new_secret text, new_name text default null, new_description text default '', new_key_id uuid default null)
returns uuid language sql as $$ insert into vault.secrets (secret, name) values ($1, $2) returning id $$;
create function vault.update_secret(
  secret_id uuid, new_secret text default null, new_name text default null, new_description text default null,
  new_key_id uuid default null)
returns void language sql as $$ update vault.secrets set secret = coalesce($2, secret), name = coalesce($3, name) where id = $1 $$;
