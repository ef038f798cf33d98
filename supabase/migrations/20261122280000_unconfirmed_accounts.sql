-- Accounts whose address nobody confirmed hold somebody's address for nothing: anybody can have typed it, nobody has ever signed in,
-- and neither password nor name outlives the confirmation (docs/decisions/0061, 0197).

-- Security definer: who may erase accounts owns them. What the operator or another provider made stays: invited, anonymous,
-- by phone, by single sign-on, deleted softly.
create function public.prune_accounts(after_id uuid, scan integer, untouched_since timestamptz) returns jsonb
language plpgsql security definer set search_path = '' set enable_hashjoin = on as $$
declare
  looked uuid[];
  gone uuid[];
begin
  looked := array(select u.id from auth.users u where u.id > after_id order by u.id limit scan);
  with erased as (
    delete from auth.users u
      where u.id = any (looked) and u.email is not null and u.confirmed_at is null and u.last_sign_in_at is null
        and u.invited_at is null and u.deleted_at is null and u.phone is null and not u.is_anonymous and not u.is_sso_user
        and greatest(u.created_at, u.updated_at, u.confirmation_sent_at, u.recovery_sent_at) < untouched_since
      returning u.id
  )
  select coalesce(array_agg(e.id), '{}') into gone from erased e;
  if gone <> '{}' then
    delete from auth.flow_state f where f.user_id = any (gone);
    -- The payload is JSON, on @supabase/lite JSON within a JSON string, whose quotes have backslashes. A regular expression
    -- takes twice as long.
    delete from auth.audit_log_entries a using unnest(gone) as account
      where left(ltrim(split_part(a.payload::text, 'actor_id', 2), '": \'), 36) = account::text;
  end if;
  return jsonb_build_object(
    'gone', jsonb_build_object('accounts', cardinality(gone)),
    'next', case when cardinality(looked) = scan then looked[scan] end
  );
end $$;
revoke execute on function public.prune_accounts(uuid, integer, timestamptz) from public, anon, authenticated;
grant execute on function public.prune_accounts(uuid, integer, timestamptz) to service_role;

-- As in 20261122230000_what_stays_known.sql, and accounts.
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
              and exists (select from public.consent_events c where c.email = w.email and c.event = 'asked')
              and exists (select from public.email_outbox o where o.email = w.email and o.kind = 'waitlist-confirmation')
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
                select from public.waitlist w where w.email = o.email and w.confirmed_at is null and w.unsubscribed_at is null))
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
