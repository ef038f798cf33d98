-- The embedded stack's CSV is COPY's (docs/decisions/0137). Which rows an export asks for, and in what order, by the same conditions
-- as in export_page (20261121210100_export_pages.sql).

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
    case r ->> 'subject' when 'history' then 'beta_application_events' when 'beta' then 'beta_applications' else 'waitlist' end,
    r #>> '{through,created_at}', r #>> '{through,id}', conditions);
end $$;

revoke execute on function public.export_source(text) from public, anon, authenticated;
grant execute on function public.export_source(text) to service_role;
