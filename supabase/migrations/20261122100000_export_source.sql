-- The embedded stack's CSV is COPY's. Which rows an export asks for, in what order and from which columns
-- is said here once, for COPY and for the pages (20261121210100_export_pages.sql).

-- Tables that can be exported, by subject.
create function public.export_table(subject text) returns text
language sql immutable set search_path = '' as $$
  select case subject when 'waitlist' then 'waitlist' when 'beta' then 'beta_applications' end;
$$;

-- Their columns, and what each holds: text, time, or plain (an id, a boolean), which needs no care. Null for no subject.
create function public.export_kinds(subject text) returns jsonb
language sql immutable set search_path = '' as $$
  select case subject
    when 'waitlist' then '{"id": "plain", "email": "text", "notified": "plain", "created_at": "time", "confirmed_at": "time", "unsubscribed_at": "time", "source": "text"}'::jsonb
    when 'beta' then '{"id": "plain", "name": "text", "email": "text", "company": "text", "role": "text", "reason": "text", "status": "text", "created_at": "time", "reviewed_at": "time"}'::jsonb
  end;
$$;

-- `request` as export_page has it. Answers the text of a FROM clause, its values written as constants.
create function public.export_source(request text) returns text
language plpgsql stable set search_path = '' as $$
declare
  r constant jsonb := request::jsonb;
  conditions text := '';
begin
  if r ? 'after' then conditions := conditions || format(' and (created_at, id) > (%L::timestamptz, %L::uuid)', r #>> '{after,created_at}', r #>> '{after,id}'); end if;
  if r ? 'since' then conditions := conditions || format(' and created_at >= %L::timestamptz', r ->> 'since'); end if;
  if r ? 'until' then conditions := conditions || format(' and created_at < %L::timestamptz', r ->> 'until'); end if;
  if r ? 'status' then conditions := conditions || format(' and status = %L', r ->> 'status'); end if;
  if r ? 'role' then conditions := conditions || format(' and role = %L', r ->> 'role'); end if;
  if r ? 'notified' then conditions := conditions || format(' and notified = %L::boolean', r ->> 'notified'); end if;
  if r ? 'confirmed' then conditions := conditions || ' and confirmed_at is not null'; end if;
  if r ? 'unsubscribed' then conditions := conditions || ' and unsubscribed_at is not null'; end if;
  if r ? 'mailable' then
    conditions := conditions || ' and unsubscribed_at is null and (not exists (select from public.email_suppressions)
      or not exists (select from public.email_suppressions s where s.hash = any (public.suppression_hashes(email))))';
  end if;
  return format('public.%I where (created_at, id) <= (%L::timestamptz, %L::uuid)%s order by created_at, id',
    public.export_table(r ->> 'subject'),
    r #>> '{through,created_at}', r #>> '{through,id}', conditions);
end $$;

-- As before, with the columns and rows that the functions above say.
create or replace function public.export_page(request text) returns text
language plpgsql stable set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' as $$
declare
  r constant jsonb := request::jsonb;
  asked_format constant text := r ->> 'format';
  kinds constant jsonb := public.export_kinds(r ->> 'subject');
  cells text[];
  line text;
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
  execute format($q$
    select count(*) as n, string_agg(line, '') as rows, (array_agg(created_at))[count(*)::integer] as created_at, (array_agg(id))[count(*)::integer] as id
    from (select created_at, id, %s || %L as line from %s limit %s) lines $q$,
    line, r ->> 'line_end', public.export_source(request), (r ->> 'most')::integer)
    into rows_written, written, last_created_at, last_id;
  if rows_written = 0 then return ''; end if;
  return format(E'%s %s %s\n%s', rows_written, to_json(last_created_at) #>> '{}', last_id, written);
end $$;

revoke execute on function public.export_table(text), public.export_kinds(text), public.export_source(text) from public, anon, authenticated;
grant execute on function public.export_table(text), public.export_kinds(text), public.export_source(text) to service_role;
