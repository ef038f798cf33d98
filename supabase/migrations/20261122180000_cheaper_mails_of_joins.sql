-- What a join pays for its mail (docs/decisions/0186).

-- As in 20261121200000_email_outbox.sql: a list in one constant is read in half the time, in each statement anew.
alter table public.email_outbox drop constraint email_outbox_kind_known,
  add constraint email_outbox_kind_known check (kind = any (
    '{waitlist-confirmation,application-received,application-accepted,application-declined,launch-announcement,update}'));

-- As in 20261122150000_joins_together.sql. Where no mailbox has had such a mail in a week, as nearly always, up to six addresses
-- are within all bounds, and nothing needs to be counted.
create or replace function public.enqueue_asked_emails(asked_kind text, people text[], applications uuid[] default '{}') returns integer
language plpgsql set search_path = '' as $$
declare
  mailboxes constant text[] := array(
    select public.email_mailbox(person) from unnest(people) with ordinality as p (person, nth) order by nth
  );
  added integer;
begin
  -- Those to one mailbox wait for each other, so that a burst of them is counted too.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(mailbox, 20261121200000))
    from (select distinct mailbox from unnest(mailboxes) as mailbox order by mailbox) as locked;
  if applications = '{}' and cardinality(people) <= 6 and not exists (
    select from public.email_outbox
      where public.email_mailbox(email) = any (mailboxes) and created_at > now() - interval '7 days' and kind = asked_kind
  ) then
    insert into public.email_outbox (kind, email) select asked_kind, person from unnest(people) as person;
  else
    insert into public.email_outbox (kind, email, application_id)
      select asked_kind, person, application from (
        select person, application, to_mailbox + row_number() over (partition by mailbox order by person) as nth_to_mailbox
        from unnest(people, applications, mailboxes) as asked (person, application, mailbox) cross join lateral (
          select count(*) as to_mailbox, count(*) filter (where email = person) as to_address,
            coalesce(bool_or(email = person and created_at > now() - interval '10 minutes'), false) as just_now
          from public.email_outbox
          where public.email_mailbox(email) = mailbox and created_at > now() - interval '7 days' and kind = asked_kind
        ) as sent
        where not just_now and to_address < 3
      ) as allowed
      where nth_to_mailbox <= 6
      on conflict (application_id) where kind = 'application-received' do nothing;
  end if;
  get diagnostics added = row_count;
  return added;
end $$;
