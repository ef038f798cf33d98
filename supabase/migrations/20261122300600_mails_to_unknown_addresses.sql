-- Which of the mails that ended unsent went to an address that its server did not know (`unknown_addresses`): they are settled like
-- any other bounce, and retry_emails leaves them out, so nobody has to do anything about them. `refused`: those of the last 30 days.

-- As in 20261122110200_mail_report_by_index.sql. A mail is due from when it may be tried, which for one that is retried is not
-- when it was made.
create or replace function public.email_report() returns jsonb
language sql stable set search_path = '' as $$
  with waiting as materialized (
    select kind, false as to_list, count(*) as n, count(*) filter (where not_before <= now()) as due from public.email_outbox
      where sent_at is null and dead_at is null and kind not in ('launch-announcement', 'update') group by kind
    union all
    select kind, true, count(*), count(*) filter (where not_before <= now()) from public.email_outbox
      where sent_at is null and dead_at is null and kind in ('launch-announcement', 'update') group by kind
  ), first_due as materialized (
    (select false as to_list, not_before, leased_until from public.email_outbox
      where sent_at is null and dead_at is null and kind not in ('launch-announcement', 'update') and not_before <= now()
      order by not_before, id limit 1000)
    union all
    (select true, not_before, leased_until from public.email_outbox
      where sent_at is null and dead_at is null and kind in ('launch-announcement', 'update') and not_before <= now()
      order by not_before, id limit 1000)
  ), overdue as (
    select to_list, floor(extract(epoch from now() - min(not_before))) as seconds from first_due
      where leased_until is null or leased_until <= now() group by to_list
  )
  select jsonb_build_object(
    'waiting', (select coalesce(sum(n), 0) from waiting),
    'waiting_kinds', (select coalesce(jsonb_object_agg(kind, n), '{}') from waiting),
    'due', (select coalesce(sum(due), 0) from waiting),
    'leased', (select count(*) from first_due where leased_until > now()),
    'oldest_due_seconds', (select floor(extract(epoch from now() - min(not_before))) from first_due),
    'overdue_asked_seconds', (select seconds from overdue where not to_list),
    'overdue_list_seconds', (select seconds from overdue where to_list),
    'errors', (select coalesce(jsonb_object_agg(last_error, n), '{}') from (
      select last_error, count(*) as n from public.email_outbox
        where sent_at is null and dead_at is null and last_error is not null group by 1) per_error),
    'ended', (select coalesce(jsonb_object_agg(last_error, n), '{}') from (
      select last_error, count(*) as n from public.email_outbox where dead_at is not null group by 1) per_error),
    'sent', (select coalesce(jsonb_object_agg(kind, n), '{}') from (
      select kind, count(*) as n from public.email_outbox where sent_at > now() - interval '30 days' group by 1) per_kind),
    'bounced', (select count(*) from public.email_outbox where bounced_at > now() - interval '30 days'),
    'complained', (select count(*) from public.email_outbox where complained_at > now() - interval '30 days'),
    'refused', (select count(*) from public.email_outbox
      where bounced_at > now() - interval '30 days' and sent_at is null),
    'unknown_addresses', (select count(*) from public.email_outbox
      where bounced_at is not null and dead_at is not null and last_error not in ('suppressed', 'unsubscribed', 'not_needed'))
  );
$$;
