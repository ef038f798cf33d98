-- As in 20261122170000_export_ahead.sql, for a third of the time: each end is what a scan of the index comes to, where all rows
-- were numbered before. Its JSON is made of the row that was found, not of all that were passed over.
create or replace function public.export_ends(request text) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  r jsonb := request::jsonb - 'mailable';
  most constant integer := (r ->> 'most')::integer;
  through jsonb;
  ends jsonb := jsonb_build_array();
begin
  for page in 1..(r ->> 'pages')::integer loop
    execute format($q$
      select jsonb_build_object('created_at', created_at, 'id', id)
      from (select created_at, id from %s offset %s limit 1) last_of_page $q$,
      public.export_source(r::text), most - 1) into through;
    exit when through is null;
    ends := ends || through;
    r := r || jsonb_build_object('after', through);
  end loop;
  return ends;
end $$;
