-- Waves of mails to the list: their numbers, and taking one back.

-- The number of the next wave. The newest wave counts too, because a restored database may have begun anew.
create function public.next_wave() returns integer
language sql volatile set search_path = '' as $$
  select greatest(nextval('public.wave_numbers'),
    1 + coalesce((select wave from public.email_outbox where wave is not null order by created_at desc limit 1), 0))::integer;
$$;

-- Takes back the mails of a wave that are queued, for the people who were notified at the first moment after
-- `after_at`: announce_page() notifies each page at one moment. These people count as not notified, as before the
-- wave. A mail that is being sent, or may have been, or is in a batch, stays.
-- Returns how many were taken back (`cancelled`), and the moment to continue after as `next`; null at the end.
create function public.cancel_wave_page(number integer, after_at timestamptz default '-infinity') returns jsonb
language plpgsql set search_path = '' as $$
declare
  moment constant timestamptz := (
    select o.created_at from public.email_outbox o where o.created_at > after_at and o.wave = number order by o.created_at limit 1);
  gone_kind text;
  gone text[];
begin
  -- The lock makes this wait for an announcement.
  perform pg_catalog.pg_advisory_xact_lock(20261121, 220000);
  perform from public.waitlist w
    where w.email in (select o.email from public.email_outbox o where o.created_at = moment and o.wave = number)
    order by w.email for no key update;
  with cancelled as (
    -- A claim marks a mail as doubtful. If a sender claims it at this moment, this waits, and leaves it.
    delete from public.email_outbox o where o.created_at = moment and o.wave = number and o.to_list
        and o.sent_at is null and o.failed_at is null and o.doubtful_since is null and o.batch is null
      returning o.kind, o.email
  )
  select min(c.kind), coalesce(array_agg(c.email), '{}') into gone_kind, gone from cancelled c;
  case gone_kind
    when 'launch-announcement' then
      delete from public.webhook_events e using public.waitlist w
        where e.type = 'waitlist.invited' and e.subject = w.id and e.leased_until is null
          and w.email = any (gone) and w.invited_at = moment and w.redeemed_at is null;
      update public.waitlist w set notified = false,
          -- An earlier invite code stays, and one that was redeemed.
          invite_code = case when w.invited_at = moment and w.redeemed_at is null then null else w.invite_code end,
          invited_at = case when w.invited_at = moment and w.redeemed_at is null then null else w.invited_at end
        where w.email = any (gone);
    when 'update' then
      delete from public.email_update_recipients t using public.waitlist w
        where t.queued_at = moment and t.person = w.id and w.email = any (gone);
    when 'waitlist-confirmation' then
      delete from public.consent_events c using public.waitlist w
        where c.happened_at = moment and c.event = 'confirmation_requested' and c.person = w.id and w.email = any (gone);
    else null;
  end case;
  return jsonb_build_object('cancelled', cardinality(gone), 'next', moment);
end $$;
