-- Whoever confirmed, left and joined again within ten minutes gets another mail to confirm: the link of the first one is used up.

-- As in 20261122240000_one_after_the_other.sql.
create or replace function public.enqueue_asked_emails(asked_kind text, people text[], applications uuid[] default '{}') returns integer
language plpgsql set search_path = '' as $$
declare
  mailboxes constant text[] := array(
    select public.email_mailbox(person) from unnest(people) with ordinality as p (person, nth) order by nth
  );
  added integer;
begin
  -- Those to one mailbox wait for each other, so that a burst of them is counted too.
  perform public.hold_mailboxes(people);
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
            coalesce(bool_or(email = person and created_at > now() - interval '10 minutes' and not (
              asked_kind = 'waitlist-confirmation' and exists (
                select from public.consent_events c where c.email = person and c.event = 'confirmed' and c.happened_at >= o.created_at
              )
            )), false) as just_now
          from public.email_outbox o
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
