-- What the operator and the provider say about mails, and what is swept away.

-- What `prelaunch mail status` and `check` ask. Rates are of the last 30 days.
create function public.email_report() returns jsonb
language sql stable set search_path = '' as $$
  with waiting as (select * from public.email_outbox where sent_at is null and dead_at is null),
       recent as (select * from public.email_outbox where sent_at > now() - interval '30 days')
  select jsonb_build_object(
    'waiting', (select count(*) from waiting),
    'due', (select count(*) from waiting where not_before <= now()),
    'leased', (select count(*) from waiting where leased_until > now()),
    'oldest_due_seconds', (select floor(extract(epoch from now() - min(created_at))) from waiting where not_before <= now()),
    'errors', (select coalesce(jsonb_object_agg(last_error, n), '{}') from
                (select last_error, count(*) as n from waiting where last_error is not null group by 1) per_error),
    'ended', (select coalesce(jsonb_object_agg(last_error, n), '{}') from
               (select last_error, count(*) as n from public.email_outbox where dead_at is not null group by 1) per_error),
    'sent', (select coalesce(jsonb_object_agg(kind, n), '{}') from (select kind, count(*) as n from recent group by 1) per_kind),
    'bounced', (select count(*) from public.email_outbox where bounced_at > now() - interval '30 days'),
    'complained', (select count(*) from public.email_outbox where complained_at > now() - interval '30 days')
  );
$$;

-- Dead letters are due again, as if they had never been tried; those that must not or need not be sent stay ended.
create function public.retry_emails() returns integer
language plpgsql set search_path = '' as $$
declare
  retried integer;
begin
  update public.email_outbox set dead_at = null, attempts = 0, not_before = now(), doubtful_since = null
    where dead_at is not null and last_error not in ('suppressed', 'unsubscribed', 'not_needed') and bounced_at is null;
  get diagnostics retried = row_count;
  return retried;
end $$;

-- What waits is held, until somebody has it retried: after a restore it may have been sent since.
create function public.hold_emails() returns integer
language plpgsql set search_path = '' as $$
declare
  held integer;
begin
  update public.email_outbox set dead_at = now(), leased_until = null, last_error = 'restored' where sent_at is null and dead_at is null;
  get diagnostics held = row_count;
  return held;
end $$;

-- A bounce for good or a complaint: the address is not mailed again. Told twice is told once. Addresses that we have nothing
-- to do with are left alone, as one account at a provider may send for others. `people`: addresses as a JSON array in a text.
create function public.record_email_event(event text, people text, provider text default null) returns integer
language plpgsql set search_path = '' as $$
declare
  person text;
  known integer := 0;
begin
  for person in select distinct lower(btrim(p)) from jsonb_array_elements_text(people::jsonb) p loop
    continue when not exists (select from public.email_outbox where email = person)
      and not exists (select from public.waitlist where email = person)
      and not exists (select from public.beta_applications where email = person);
    known := known + 1;
    perform public.suppress_email(person, event);
    update public.waitlist set unsubscribed_at = now() where email = person and unsubscribed_at is null;
    update public.email_outbox set
        bounced_at = case event when 'bounced' then coalesce(bounced_at, now()) else bounced_at end,
        complained_at = case event when 'complained' then coalesce(complained_at, now()) else complained_at end
      where id = (select id from public.email_outbox
                    where email = person and sent_at is not null and (provider is null or provider_id = provider)
                    order by sent_at desc limit 1);
  end loop;
  return known;
end $$;

-- Erases who asked to join and never confirmed, `unconfirmed_days` after the last mail that asked them to: only people who
-- were mailed, never the imported. Sweeps tokens that are of no use any more, and mails that ended `outbox_days` ago; their
-- addresses would be kept for nothing. `rehearsal` counts and removes nothing.
create function public.prune_records(unconfirmed_days integer, outbox_days integer, rehearsal boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  people integer;
  tokens integer;
  mails integer;
begin
  begin
    with gone as (
      delete from public.waitlist w
        where w.confirmed_at is null and w.unsubscribed_at is null and not w.notified
          and exists (select from public.consent_events c where c.email = w.email and c.event = 'asked')
          and exists (select from public.email_outbox o where o.email = w.email and o.kind = 'waitlist-confirmation' and o.sent_at is not null)
          and not exists (select from public.email_outbox o where o.email = w.email and o.kind = 'waitlist-confirmation'
                            and (o.sent_at > now() - make_interval(days => unconfirmed_days) or (o.sent_at is null and o.dead_at is null)))
        returning w.email
    ), their_mails as (
      delete from public.email_outbox o using gone g where o.email = g.email and o.kind = 'waitlist-confirmation'
    )
    select count(*) into people from gone;
    delete from public.email_tokens where expires_at < now();
    get diagnostics tokens = row_count;
    delete from public.email_outbox o
      where coalesce(o.sent_at, o.dead_at) < now() - make_interval(days => outbox_days)
        and not (o.kind = 'waitlist-confirmation' and exists (
          select from public.waitlist w where w.email = o.email and w.confirmed_at is null and w.unsubscribed_at is null));
    get diagnostics mails = row_count;
    if rehearsal then
      raise exception 'rehearsed' using errcode = 'KBREH';
    end if;
  exception when sqlstate 'KBREH' then null;
  end;
  return jsonb_build_object('people', people, 'tokens', tokens, 'mails', mails);
end $$;

-- For `move`: what hangs on people comes after them, and stays behind where they were kept out.
create function public.import_email_records(tokens text, consents text) returns void
language sql set search_path = '' as $$
  insert into public.email_tokens (hash, purpose, email, created_at, expires_at, spent_at)
    select g.* from jsonb_to_recordset(tokens::jsonb) as g(
        hash text, purpose text, email text, created_at timestamptz, expires_at timestamptz, spent_at timestamptz)
      where exists (select from public.waitlist w where w.email = g.email)
    on conflict (hash) do nothing;
  insert into public.consent_events (id, email, event, happened_at, text_version, client_hash)
    select g.* from jsonb_to_recordset(consents::jsonb) as g(
        id uuid, email text, event text, happened_at timestamptz, text_version text, client_hash text)
      where exists (select from public.waitlist w where w.email = g.email)
    on conflict (id) do nothing;
$$;

revoke execute on function public.email_report() from public, anon, authenticated;
revoke execute on function public.retry_emails() from public, anon, authenticated;
revoke execute on function public.hold_emails() from public, anon, authenticated;
revoke execute on function public.record_email_event(text, text, text) from public, anon, authenticated;
revoke execute on function public.prune_records(integer, integer, boolean) from public, anon, authenticated;
revoke execute on function public.import_email_records(text, text) from public, anon, authenticated;
grant execute on function public.email_report() to service_role;
grant execute on function public.retry_emails() to service_role;
grant execute on function public.hold_emails() to service_role;
grant execute on function public.record_email_event(text, text, text) to service_role;
grant execute on function public.prune_records(integer, integer, boolean) to service_role;
grant execute on function public.import_email_records(text, text) to service_role;
