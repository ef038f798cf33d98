-- What is done to many mails at once is done in pages, so that a million of them never meet a hosted project's statement
-- timeout, or hold what others wait for (docs/decisions/0116).

drop function public.retry_emails();
drop function public.hold_emails();
drop function public.prune_records(integer, integer, boolean);

-- Dead letters are due again, as if they had never been tried; those that must not or need not be sent stay ended. At most
-- `most` of them: again, until none is left.
create function public.retry_emails(most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  retried integer;
begin
  update public.email_outbox set dead_at = null, attempts = 0, not_before = now(), doubtful_since = null where id in (
    select id from public.email_outbox
      where dead_at is not null and last_error not in ('suppressed', 'unsubscribed', 'not_needed') and bounced_at is null
      limit most for update skip locked
  );
  get diagnostics retried = row_count;
  return retried;
end $$;

-- What waits is held, until somebody has it retried: after a restore it may have been sent since. At most `most` of it, or all with
-- null.
create function public.hold_emails(most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  held integer;
begin
  update public.email_outbox set dead_at = now(), leased_until = null, last_error = 'restored' where id in (
    select id from public.email_outbox where sent_at is null and dead_at is null order by not_before, id limit most
  );
  get diagnostics held = row_count;
  return held;
end $$;

-- Erases what is kept for nothing, a page at a time. `request`: a JSON object in a text (20261121140100_imports.sql says why)
-- with part, scan, the rows to look at, `after`, the id that the page comes after, ended_days, and rehearsal, which takes all
-- of it back. Answers what has gone (`gone`, numbers by name) and the id to go on after (`next`), if there is more. Parts:
-- people   unconfirmed: asked to join and not confirmed, `unconfirmed_days` after the last mail that asked them to, or
--          `ended_days` after it could not be sent; never who was imported. left: took themselves off the list, bounced or
--          complained `ended_days` ago; a keyed hash of the address stays.
-- links    whose time is over.
-- mails    that ended `ended_days` ago; what asked somebody to confirm who is still to goes with them.
-- Joins are made row by row: of a page the planner would read whole tables.
create function public.prune_page(request text) returns jsonb
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
        ), departed as (
          delete from public.waitlist w using looked l where w.id = l.id and w.unsubscribed_at < ended returning w.email
        ), hashed as (
          select public.suppress_email(d.email, 'unsubscribed') from departed d
        )
        select jsonb_build_object(
          'gone', jsonb_build_object('unconfirmed', (select count(*) from never_confirmed), 'left', (select count(*) from hashed)),
          'next', case when (select count(*) from looked) = scan then (select l.id from looked l order by l.id desc limit 1) end
        ) into page;
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

revoke execute on function public.retry_emails(integer) from public, anon, authenticated;
revoke execute on function public.hold_emails(integer) from public, anon, authenticated;
revoke execute on function public.prune_page(text) from public, anon, authenticated;
grant execute on function public.retry_emails(integer) to service_role;
grant execute on function public.hold_emails(integer) to service_role;
grant execute on function public.prune_page(text) to service_role;
