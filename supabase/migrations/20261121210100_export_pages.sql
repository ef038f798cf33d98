-- What `prelaunch export` asks: a page of rows as the text that goes into the file, so that a million rows are neither made
-- into JSON nor taken apart again. One scalar, which a hosted project's limit of rows does not cut.

-- The SQL expression that writes a column as a cell. Put into the page's query: a call for every cell would cost more than
-- the cell. `kind` is what the column holds: text, time, or plain (an id, a boolean), which needs no care.
create function public.export_cell(format text, col text, kind text, raw boolean) returns text
language plpgsql immutable set search_path = '' as $$
declare
  -- As PostgREST writes it, in UTC.
  time constant text := format('case when isfinite(%1$I) then replace(%1$I::text, '' '', ''T'') || '':00'' else %1$I::text end', col);
  -- OWASP "CSV injection" (scripts/csv/neutralise.ts): what a spreadsheet may take for the start of a formula gets an
  -- apostrophe, and so does what stands behind apostrophes already, that the change can be undone.
  safe constant text := case when raw then format('%I', col) else format(
    'case when ascii(ltrim(%1$I, '''''''')) in (61, 43, 45, 64, 9, 13, 10, 65309, 65291, 65293, 65312) then '''''''' || %1$I else %1$I end', col) end;
begin
  return case
    when format = 'csv' and kind = 'plain' then format('coalesce(%I::text, '''')', col)
    when format = 'csv' and kind = 'time' then format('coalesce(%s, '''')', time)
    -- RFC 4180: quoted only where it must be.
    when format = 'csv' then format($x$coalesce(case when strpos(%1$I, '"') > 0 or strpos(%1$I, ',') > 0 or strpos(%1$I, E'\n') > 0
      or strpos(%1$I, E'\r') > 0 then '"' || replace(%2$s, '"', '""') || '"' else %2$s end, '')$x$, col, safe)
    when kind = 'time' then format('%L || coalesce(''"'' || (%s) || ''"'', ''null'')', to_json(col)::text || ':', time)
    else format('%L || coalesce(to_json(%I)::text, ''null'')', to_json(col)::text || ':', col)
  end;
end $$;

-- `request`: a JSON object in a text (20261121140100_imports.sql says why) with subject (waitlist, beta), format (csv, ndjson),
-- columns, raw, line_end, filters (since, until, status, role, notified, confirmed, unsubscribed, mailable), `after` and
-- `through`, keys (created_at, id) that the page comes after and does not go past, and most, its rows. Answers a line
-- with the number of rows and the key of the last one, then the rows; nothing when there are none.
create function public.export_page(request text) returns text
language plpgsql stable set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  r constant jsonb := request::jsonb;
  asked_format constant text := r ->> 'format';
  kinds constant jsonb := case r ->> 'subject'
    when 'waitlist' then '{"id": "plain", "email": "text", "notified": "plain", "created_at": "time", "confirmed_at": "time", "unsubscribed_at": "time", "source": "text"}'::jsonb
    when 'beta' then '{"id": "plain", "name": "text", "email": "text", "company": "text", "role": "text", "reason": "text", "status": "text", "created_at": "time", "reviewed_at": "time"}'::jsonb
  end;
  cells text[];
  line text;
  conditions text := '';
  rows_written bigint;
  written text;
  last_created_at timestamptz;
  last_id uuid;
begin
  if kinds is null or asked_format not in ('csv', 'ndjson') or exists (
    select from jsonb_array_elements_text(r -> 'columns') c(name) where kinds ->> c.name is null
  ) then
    raise sqlstate '22023' using message = 'There is no such subject, format or column.';
  end if;
  select array_agg(public.export_cell(asked_format, c.name, kinds ->> c.name, (r ->> 'raw')::boolean) order by c.nth) into cells
    from jsonb_array_elements_text(r -> 'columns') with ordinality c(name, nth);
  line := case
    when asked_format = 'ndjson' then '''{'' || ' || array_to_string(cells, ' || '','' || ') || ' || ''}'''
    -- A lone empty field is quoted: as an empty line it would be no record.
    when cardinality(cells) = 1 then 'coalesce(nullif(' || cells[1] || ', ''''), ''""'')'
    else array_to_string(cells, ' || '','' || ')
  end;
  if r ? 'after' then conditions := conditions || ' and (created_at, id) > (($1 #>> ''{after,created_at}'')::timestamptz, ($1 #>> ''{after,id}'')::uuid)'; end if;
  if r ? 'since' then conditions := conditions || ' and created_at >= ($1 ->> ''since'')::timestamptz'; end if;
  if r ? 'until' then conditions := conditions || ' and created_at < ($1 ->> ''until'')::timestamptz'; end if;
  if r ? 'status' then conditions := conditions || ' and status = $1 ->> ''status'''; end if;
  if r ? 'role' then conditions := conditions || ' and role = $1 ->> ''role'''; end if;
  if r ? 'notified' then conditions := conditions || ' and notified = ($1 ->> ''notified'')::boolean'; end if;
  if r ? 'confirmed' then conditions := conditions || ' and confirmed_at is not null'; end if;
  if r ? 'unsubscribed' then conditions := conditions || ' and unsubscribed_at is not null'; end if;
  if r ? 'mailable' then
    conditions := conditions || ' and unsubscribed_at is null and (not exists (select from public.email_suppressions)
      or not exists (select from public.email_suppressions s where s.hash = any (public.suppression_hashes(email))))';
  end if;
  execute format($q$
    select count(*) as n, string_agg(line, '') as rows, (array_agg(created_at))[count(*)::integer] as created_at, (array_agg(id))[count(*)::integer] as id
    from (
      select created_at, id, %s || %L as line from public.%I
      where (created_at, id) <= (($1 #>> '{through,created_at}')::timestamptz, ($1 #>> '{through,id}')::uuid)%s
      order by created_at, id limit ($1 ->> 'most')::integer
    ) lines $q$,
    line, r ->> 'line_end', case r ->> 'subject' when 'beta' then 'beta_applications' else 'waitlist' end, conditions)
    into rows_written, written, last_created_at, last_id using r;
  if rows_written = 0 then return ''; end if;
  return format(E'%s %s %s\n%s', rows_written, to_json(last_created_at) #>> '{}', last_id, written);
end $$;

revoke execute on function public.export_cell(text, text, text, boolean), public.export_page(text) from public, anon, authenticated;
grant execute on function public.export_cell(text, text, text, boolean), public.export_page(text) to service_role;

-- Whom a mailing list leaves out is part of the page now.
drop function public.suppressed_among(text);
