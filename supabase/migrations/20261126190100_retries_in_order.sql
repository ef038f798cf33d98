-- Mails that ended first are retried first: without an order each page may read every mail that was sent before it finds one.

-- As in 20261122301000_what_may_have_arrived.sql.
create or replace function public.retry_emails(most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  retried integer;
begin
  update public.email_outbox
    set dead_at = null, attempts = 0, not_before = now(), doubtful_since = case when doubtful_since is not null then now() end
    where id in (
      select id from public.email_outbox
        where dead_at is not null and last_error not in ('suppressed', 'unsubscribed', 'not_needed') and bounced_at is null
        order by dead_at, id limit most for update skip locked
    );
  get diagnostics retried = row_count;
  return retried;
end $$;
