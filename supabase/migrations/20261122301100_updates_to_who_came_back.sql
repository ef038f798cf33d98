-- Whoever left before an update was sent to them, and came back, has not been told of it.

-- As in 20261122230000_what_stays_known.sql.
create or replace function public.end_announcement() returns trigger
language plpgsql set search_path = '' as $$
declare
  returned constant boolean := old.unsubscribed_at is not null and new.unsubscribed_at is null;
begin
  if returned then
    delete from public.email_update_recipients t
      where t.email = new.email
        and exists (select from public.email_outbox o where o.email = t.email and o.kind = 'update' and o.update_hash = t.hash)
        and not exists (
          select from public.email_outbox o where o.email = t.email and o.kind = 'update' and o.update_hash = t.hash
            and (o.sent_at is not null or o.doubtful_since is not null));
  end if;
  update public.email_outbox set dead_at = coalesce(dead_at, now()), leased_until = null, last_error = 'unsubscribed'
    where email = new.email and (kind = 'launch-announcement' or (returned and kind = 'update')) and sent_at is null;
  -- Who came here as somebody who had left: prune_page asks for it.
  if returned and not exists (select from public.consent_events c where c.email = new.email and c.event = 'unsubscribed')
    and not exists (select from public.email_suppressions s where s.hash = any (public.suppression_hashes(new.email))) then
    insert into public.consent_events (email, event, happened_at) values (new.email, 'unsubscribed', old.unsubscribed_at);
  end if;
  return null;
end $$;
