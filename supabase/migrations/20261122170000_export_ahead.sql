-- Pages of an export as bare text, and where they end, so that two are asked for at once.

-- PostgREST answers a function that returns a domain named like a media type as it is, to who accepts that type: making
-- a page JSON costs as much again as making the page.
create domain public."text/plain" as text;

-- As before, but for the line `\.` at its end, COPY's mark of the end of the data: a text that was cut short has none.
drop function public.export_rows(text);
create function public.export_rows(request text) returns public."text/plain"
language plpgsql stable set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  r constant jsonb := request::jsonb;
  line text;
  written text;
begin
  -- Put into the query: a call for every cell would cost more than the cell. Only a text can hold what needs a backslash.
  select string_agg(
      case when a.atttypid = 'text'::regtype
        then format($x$coalesce(replace(replace(replace(replace(%I, '\', '\\'), E'\t', '\t'), E'\n', '\n'), E'\r', '\r'), '\N')$x$, a.attname)
        else format($x$coalesce(%I::text, '\N')$x$, a.attname) end,
      $x$ || E'\t' || $x$ order by c.nth)
    into line
    from jsonb_array_elements_text(r -> 'columns') with ordinality c(name, nth)
    left join pg_catalog.pg_class t on t.relnamespace = 'public'::regnamespace and t.relname = public.export_table(r ->> 'subject')
    left join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attname = c.name and a.attnum > 0 and not a.attisdropped
    having bool_and(a.attname is not null);
  if line is null then
    raise sqlstate '22023' using message = 'There is no such subject or column.';
  end if;
  execute format($q$select string_agg(line, '') from (select %s || E'\n' as line from %s limit %s) lines$q$,
    line, public.export_source(request), (r ->> 'most')::integer) into written;
  return concat(written, E'\\.\n');
end $$;

-- `request` as export_rows has it, and pages. Answers the keys (created_at, id) that the next so many pages of `most` rows
-- end at, fewer where the rows do. Who is suppressed is counted: finding that out once, for the page, is enough.
create function public.export_ends(request text) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  r constant jsonb := request::jsonb;
  most constant integer := (r ->> 'most')::integer;
  ends jsonb;
begin
  execute format($q$
    select jsonb_agg(jsonb_build_object('created_at', created_at, 'id', id) order by created_at, id)
    from (
      select created_at, id, row_number() over (order by created_at, id) as nth
      from (select created_at, id from %s limit %s) rows
    ) numbered
    where nth %% %s = 0 $q$,
    public.export_source((r - 'mailable')::text), most * (r ->> 'pages')::integer, most) into ends;
  return coalesce(ends, '[]');
end $$;

revoke execute on function public.export_rows(text), public.export_ends(text) from public, anon, authenticated;
grant execute on function public.export_rows(text), public.export_ends(text) to service_role;
