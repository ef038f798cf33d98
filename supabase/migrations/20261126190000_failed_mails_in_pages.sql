-- The mails that ended unsent and should have been sent, by an index of their own: without it each page that is listed or retried
-- reads every mail that ended, those sent included.
create index email_outbox_failed_idx on public.email_outbox (dead_at, id)
  where dead_at is not null and last_error not in ('suppressed', 'unsubscribed', 'not_needed') and bounced_at is null;

-- A page of them, those that ended first at its top, after the one with a time and an id.
create function public.failed_emails(
  most integer, after_time timestamptz default '-infinity', after_id uuid default '00000000-0000-0000-0000-000000000000'
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  page jsonb;
begin
  select jsonb_agg(to_jsonb(f) order by f.dead_at, f.id) into page from (
    select id, kind, email, last_error, attempts, created_at, dead_at from public.email_outbox
      where dead_at is not null and last_error not in ('suppressed', 'unsubscribed', 'not_needed') and bounced_at is null
        and (dead_at, id) > (after_time, after_id)
      order by dead_at, id limit most
  ) f;
  return coalesce(page, '[]'::jsonb);
end $$;

revoke execute on function public.failed_emails(integer, timestamptz, uuid) from public, anon, authenticated;
grant execute on function public.failed_emails(integer, timestamptz, uuid) to service_role;
