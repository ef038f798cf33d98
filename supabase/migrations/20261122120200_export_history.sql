-- `export history`: what became of applications, as a third subject of export_page (20261121210100_export_pages.sql).
create index beta_application_events_created_at_id_idx on public.beta_application_events (created_at, id);

do $$
declare
  definition text := pg_get_functiondef('public.export_page(text)'::regprocedure);
begin
  definition := replace(definition, $q$    when 'beta' then '{"id"$q$,
    $q$    when 'history' then '{"id": "plain", "application_id": "plain", "created_at": "time", "actor": "text", "from_status": "text", "to_status": "text", "note": "text"}'::jsonb
    when 'beta' then '{"id"$q$);
  definition := replace(definition, $q$case r ->> 'subject' when 'beta' then$q$,
    $q$case r ->> 'subject' when 'history' then 'beta_application_events' when 'beta' then$q$);
  execute definition;
end $$;
