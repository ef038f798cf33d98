-- A mail that may have arrived may still have done so after it is retried, or refused at a later attempt; which mails are sent after
-- it depends on that. The time after which a provider does not recognise it counts from the retry, or it would end again at once.

-- As in 20261122110100_mails_in_pages.sql.
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
        limit most for update skip locked
    );
  get diagnostics retried = row_count;
  return retried;
end $$;

-- As in 20261122240000_one_after_the_other.sql.
create or replace function public.settle_emails(results text, most_attempts integer default 15) returns integer
language plpgsql set search_path = '' as $$
declare
  g record;
  bounced boolean;
  person text;
  settled integer := 0;
begin
  -- Whoever may have bounced.
  if jsonb_path_exists(results::jsonb, '$[*] ? (@.outcome == "permanent")') then
    perform from public.waitlist where email = any (array(
      select o.email from jsonb_to_recordset(results::jsonb) as r(id uuid, outcome text)
        join public.email_outbox o on o.id = r.id where r.outcome = 'permanent'
    )) order by email for no key update;
  end if;
  for g in select * from jsonb_to_recordset(results::jsonb) as r(
    id uuid, attempt integer, outcome text, doubtful boolean, code text, provider_id text, wait integer)
  loop
    bounced := g.outcome = 'permanent' and g.code ~ '_5\.(1\.(1|2|3|6|10)|2\.1)$';
    update public.email_outbox o set
        sent_at = case when g.outcome = 'sent' then now() end,
        dead_at = case when g.outcome = 'permanent' or (g.outcome in ('temporary', 'doubtful') and o.attempts >= most_attempts) then now() end,
        last_error = case when g.outcome <> 'sent' then coalesce(g.code, o.last_error) end,
        attempts = o.attempts - case when g.outcome = 'released' then 1 else 0 end,
        doubtful_since = case when g.outcome = 'doubtful' or (g.doubtful and g.outcome <> 'sent') then o.doubtful_since end,
        leased_until = null,
        provider_id = coalesce(g.provider_id, o.provider_id),
        bounced_at = case when bounced then now() else o.bounced_at end,
        not_before = case
          when g.outcome in ('temporary', 'doubtful') then now() + make_interval(secs => greatest(coalesce(g.wait, 0),
            least(60 * 2 ^ least(o.attempts - 1, 8), 14400) * (0.75 + random() / 2)))
          else o.not_before end
      where o.id = g.id and o.sent_at is null and (g.outcome = 'sent' or (o.dead_at is null and o.attempts = g.attempt))
      returning o.email into person;
    continue when not found;
    settled := settled + 1;
    if bounced then
      perform public.suppress_email(person, 'bounced');
      update public.waitlist l set unsubscribed_at = now() where l.email = person and l.unsubscribed_at is null;
    end if;
  end loop;
  return settled;
end $$;
