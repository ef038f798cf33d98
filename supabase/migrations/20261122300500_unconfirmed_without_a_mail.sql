-- Whoever joins and does not confirm is erased, also if no mail that asked them to is on record; such a mail is kept beyond its time
-- only for somebody who will be erased with it.

-- As in 20261122280000_unconfirmed_accounts.sql.
create or replace function public.prune_page(request text) returns jsonb
language plpgsql set search_path = '' set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  r constant jsonb := request::jsonb;
  scan constant integer := (r ->> 'scan')::integer;
  after_id constant uuid := coalesce((r ->> 'after')::uuid, '00000000-0000-0000-0000-000000000000'::uuid);
  rehearsal constant boolean := coalesce((r ->> 'rehearsal')::boolean, false);
  ended timestamptz := now() - make_interval(days => (r ->> 'ended_days')::integer);
  unconfirmed timestamptz := now() - make_interval(days => (r ->> 'unconfirmed_days')::integer);
  page jsonb;
begin
  begin
    case r ->> 'part'
      when 'people' then
        with looked as materialized (
          select w.id from public.waitlist w where w.id > after_id order by w.id limit scan
        ), never_confirmed as (
          delete from public.waitlist w using looked l
            where w.id = l.id and w.confirmed_at is null and w.unsubscribed_at is null and not w.notified
              -- Who asked through the form, even if the limits let no mail through, or the record of it was left behind by a move.
              and (select max(c.happened_at) from public.consent_events c where c.email = w.email and c.event = 'asked') < unconfirmed
              and not exists (select from public.email_outbox o where o.email = w.email and o.kind = 'waitlist-confirmation'
                                and not (coalesce(o.sent_at < unconfirmed, false) or coalesce(o.dead_at < ended, false)))
            returning w.email
        ), their_mails as (
          delete from public.email_outbox o using never_confirmed n where o.email = n.email and o.kind = 'waitlist-confirmation'
        ), left_before as (
          -- Who left, and did not confirm what was asked for in their name since.
          select n.email from never_confirmed n
            where exists (select from public.consent_events c where c.email = n.email and c.event = 'unsubscribed')
        ), departed as (
          delete from public.waitlist w using looked l where w.id = l.id and w.unsubscribed_at < ended returning w.email
        ), hashed as (
          select public.suppress_email(d.email, 'unsubscribed') from departed d
        ), hashed_before as (
          select public.suppress_email(l.email, 'unsubscribed') from left_before l
        )
        select jsonb_build_object(
          'gone', jsonb_build_object('unconfirmed', (select count(*) from never_confirmed), 'left', (select count(*) from hashed) + 0 * (select count(*) from hashed_before)),
          'next', case when (select count(*) from looked) = scan then (select l.id from looked l order by l.id desc limit 1) end
        ) into page;
      when 'accounts' then
        page := public.prune_accounts(after_id, scan, unconfirmed);
      when 'links' then
        if rehearsal then
          select jsonb_build_object('gone', jsonb_build_object('links', count(*)), 'next', null) into page
            from public.email_tokens where expires_at < now();
        else
          with gone as (
            delete from public.email_tokens where hash in (
              select hash from public.email_tokens where expires_at < now() order by expires_at limit scan
            ) returning hash
          )
          select jsonb_build_object('gone', jsonb_build_object('links', count(*)), 'next', case when count(*) = scan then after_id end)
            into page from gone;
        end if;
      when 'mails' then
        with looked as materialized (
          select o.id from public.email_outbox o where o.id > after_id order by o.id limit scan
        ), gone as (
          delete from public.email_outbox o using looked l
            where o.id = l.id and coalesce(o.sent_at, o.dead_at) < ended
              and not (o.kind = 'waitlist-confirmation' and exists (
                select from public.waitlist w where w.email = o.email and w.confirmed_at is null and w.unsubscribed_at is null
                  and not w.notified
                  and exists (select from public.consent_events c where c.email = w.email and c.event = 'asked')))
            returning o.id
        )
        select jsonb_build_object(
          'gone', jsonb_build_object('mails', (select count(*) from gone)),
          'next', case when (select count(*) from looked) = scan then (select l.id from looked l order by l.id desc limit 1) end
        ) into page;
    end case;
    if rehearsal then
      raise exception 'rehearsed' using errcode = 'KBREH';
    end if;
  exception when sqlstate 'KBREH' then null;
  end;
  return page;
end $$;
