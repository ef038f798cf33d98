-- `export history`: what became of applications, as a third subject of an export (20261122100000_export_source.sql).
create index beta_application_events_created_at_id_idx on public.beta_application_events (created_at, id);

create or replace function public.export_table(subject text) returns text
language sql immutable set search_path = '' as $$
  select case subject when 'waitlist' then 'waitlist' when 'beta' then 'beta_applications' when 'history' then 'beta_application_events' end;
$$;

create or replace function public.export_kinds(subject text) returns jsonb
language sql immutable set search_path = '' as $$
  select case subject
    when 'waitlist' then '{"id": "plain", "email": "text", "notified": "plain", "created_at": "time", "confirmed_at": "time", "unsubscribed_at": "time", "source": "text"}'::jsonb
    when 'beta' then '{"id": "plain", "name": "text", "email": "text", "company": "text", "role": "text", "reason": "text", "status": "text", "created_at": "time", "reviewed_at": "time"}'::jsonb
    when 'history' then '{"id": "plain", "application_id": "plain", "created_at": "time", "actor": "text", "from_status": "text", "to_status": "text", "note": "text"}'::jsonb
  end;
$$;
