-- Mails to be sent (docs/decisions/0118). A row is added in the transaction that gives the reason for it, so that no mail is
-- lost with a crash and none is sent for what was rolled back. Its id is the Message-ID and the provider's idempotency key.
-- The address is in a column `email`, so that show and erase cover it. Nothing that a stranger typed is in `parameters`.
create table public.email_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  email text not null,
  parameters jsonb not null default '{}',
  application_id uuid references public.beta_applications (id) on delete cascade,
  created_at timestamptz not null default now(),
  not_before timestamptz not null default now(),
  attempts integer not null default 0,
  leased_until timestamptz,
  -- Since when it may have been accepted without our knowing: an attempt that had no answer.
  doubtful_since timestamptz,
  sent_at timestamptz,
  dead_at timestamptz,
  last_error text,
  provider_id text,
  bounced_at timestamptz,
  complained_at timestamptz,
  constraint email_outbox_kind_known check (kind in (
    'waitlist-confirmation', 'application-received', 'application-accepted', 'application-declined', 'launch-announcement', 'update')),
  constraint email_outbox_email_normal check (email = lower(btrim(email)) and char_length(email) <= 254),
  constraint email_outbox_parameters_object check (jsonb_typeof(parameters) = 'object'),
  -- A code: what a server says may quote the address.
  constraint email_outbox_error_is_code check (last_error ~ '^[a-z0-9_.]{1,80}$'),
  constraint email_outbox_provider_id_length check (char_length(provider_id) <= 200),
  constraint email_outbox_one_end check (sent_at is null or dead_at is null)
);

-- The mailbox that an address leads to, as far as its text tells: what follows a plus is a tag, and Gmail reads no dots.
create function public.email_mailbox(email text) returns text
language sql immutable parallel safe set search_path = ''
return case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
  then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2) end;

create index email_outbox_due_idx on public.email_outbox (not_before, id) where sent_at is null and dead_at is null;
create index email_outbox_mailbox_idx on public.email_outbox (public.email_mailbox(email), created_at);
create index email_outbox_email_idx on public.email_outbox (email);
create index email_outbox_provider_idx on public.email_outbox (provider_id) where provider_id is not null;
-- An application is received once and decided once, however often its status is changed.
create unique index email_outbox_application_key on public.email_outbox (application_id, kind) where application_id is not null;

alter table public.email_outbox enable row level security;
revoke all on public.email_outbox from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.email_outbox to service_role;
create policy email_outbox_backend_only on public.email_outbox
  as restrictive for all to anon, authenticated using (false) with check (false);

-- Adds a mail that a form's sender asked for, whoever they are: a form is also a gun to bomb a stranger's mailbox with. One
-- of a kind to an address in ten minutes, three in a week, six to a mailbox; past that nothing is added, and false returned.
create function public.enqueue_asked_email(asked_kind text, person text, application uuid default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  mailbox constant text := public.email_mailbox(person);
  to_mailbox bigint;
  to_address bigint;
  just_now boolean;
begin
  -- Those to one mailbox wait for each other, so that a burst of them is counted too.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(mailbox, 20261121200000));
  select count(*), count(*) filter (where email = person), bool_or(email = person and created_at > now() - interval '10 minutes')
    into to_mailbox, to_address, just_now
    from public.email_outbox
    where public.email_mailbox(email) = mailbox and created_at > now() - interval '7 days' and kind = asked_kind;
  if just_now or to_address >= 3 or to_mailbox >= 6 then return false; end if;
  insert into public.email_outbox (kind, email, application_id) values (asked_kind, person, application)
    on conflict (application_id, kind) where application_id is not null do nothing;
  return found;
end $$;

-- Claims up to `batch` mails that are due, for `lease_seconds`: a sender that dies gives them back by doing nothing. What
-- must not or need not be sent any more is ended here. `looked` is how many were looked at: with 0, nothing is due.
-- With `doubt_hours`, a mail that may have been accepted longer ago is not repeated: the provider would not recognise it.
create function public.claim_emails(
  batch integer, lease_seconds integer, most_attempts integer default 15, doubt_hours numeric default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  claimed jsonb;
begin
  with due as materialized (
    select o.id, o.kind, o.email, o.application_id, o.attempts, o.doubtful_since from public.email_outbox o
      where o.sent_at is null and o.dead_at is null and o.not_before <= now() and (o.leased_until is null or o.leased_until <= now())
      order by o.not_before, o.id limit batch for update skip locked
  ), judged as materialized (
    select d.id, d.doubtful_since is not null as doubtful, case
      when exists (select from public.email_suppressions)
        and exists (select from public.email_suppressions s where s.hash = any (public.suppression_hashes(d.email))) then 'suppressed'
      when d.kind in ('waitlist-confirmation', 'launch-announcement', 'update')
        and not exists (select from public.waitlist w where w.email = d.email and w.unsubscribed_at is null) then 'unsubscribed'
      when d.kind = 'waitlist-confirmation'
        and exists (select from public.waitlist w where w.email = d.email and w.confirmed_at is not null) then 'not_needed'
      when d.kind in ('application-accepted', 'application-declined') and not exists (
        select from public.beta_applications b where b.id = d.application_id and 'application-' || b.status = d.kind) then 'not_needed'
      when d.attempts >= most_attempts then 'too_many_attempts'
      when d.doubtful_since < now() - make_interval(secs => (doubt_hours * 3600)::double precision) then 'doubtful'
    end as reason from due d
  ), ended as (
    update public.email_outbox o set dead_at = now(), leased_until = null, last_error = j.reason
      from judged j where o.id = j.id and j.reason is not null
  ), taken as (
    update public.email_outbox o set attempts = o.attempts + 1, leased_until = now() + make_interval(secs => lease_seconds),
        doubtful_since = coalesce(o.doubtful_since, now())
      from judged j where o.id = j.id and j.reason is null
      returning o.id, o.kind, o.email, o.parameters, o.created_at, o.not_before, o.attempts as attempt, j.doubtful
  )
  select jsonb_build_object(
    'looked', (select count(*) from judged),
    'emails', (select coalesce(jsonb_agg(to_jsonb(t) - 'not_before' order by t.not_before, t.id), '[]') from taken t)
  ) into claimed;
  return claimed;
end $$;

-- Writes down what came of claimed mails. `results`: a JSON array of {id, attempt, outcome, doubtful, code?, provider_id?,
-- wait?}; outcomes: sent, permanent, temporary, doubtful, and released (not tried). A failure of an earlier claim than the
-- last one counts for nothing. A mailbox that is not there is not mailed again (RFC 3463, 5.1.x and 5.2.1).
create function public.settle_emails(results text, most_attempts integer default 15) returns integer
language plpgsql set search_path = '' as $$
declare
  settled integer;
begin
  with given as materialized (
    select * from jsonb_to_recordset(results::jsonb) as g(
      id uuid, attempt integer, outcome text, doubtful boolean, code text, provider_id text, wait integer)
  ), written as (
    update public.email_outbox o set
      sent_at = case when g.outcome = 'sent' then now() end,
      dead_at = case when g.outcome = 'permanent' or (g.outcome in ('temporary', 'doubtful') and o.attempts >= most_attempts) then now() end,
      last_error = case when g.outcome <> 'sent' then coalesce(g.code, o.last_error) end,
      attempts = o.attempts - case when g.outcome = 'released' then 1 else 0 end,
      doubtful_since = case when g.outcome = 'doubtful' or (g.doubtful and g.outcome in ('temporary', 'released')) then o.doubtful_since end,
      leased_until = null,
      provider_id = coalesce(g.provider_id, o.provider_id),
      bounced_at = case when g.outcome = 'permanent' and g.code ~ '_5\.(1\.(1|2|3|6|10)|2\.1)$' then now() else o.bounced_at end,
      not_before = case
        when g.outcome in ('temporary', 'doubtful') then now() + make_interval(secs => greatest(coalesce(g.wait, 0),
          least(60 * 2 ^ least(o.attempts - 1, 8), 14400) * (0.75 + random() / 2)))
        else o.not_before end
    from given g
    where o.id = g.id and o.sent_at is null and (g.outcome = 'sent' or (o.dead_at is null and o.attempts = g.attempt))
    returning o.email, o.bounced_at is not null and g.outcome = 'permanent' as bounced
  ), suppressed as (
    select public.suppress_email(w.email, 'bounced') from written w where w.bounced
  )
  select (select count(*) from written) + 0 * (select count(*) from suppressed) into settled;
  return settled;
end $$;

-- The mail about a decision. On a change of status alone, never on an insert: an application that is imported, moved or
-- restored as accepted has been told (docs/decisions/0086).
create function public.enqueue_decision_email() returns trigger
language plpgsql set search_path = '' as $$
begin
  insert into public.email_outbox (kind, email, application_id) values ('application-' || new.status, new.email, new.id)
    on conflict (application_id, kind) where application_id is not null do nothing;
  return null;
end $$;

create trigger beta_applications_mail_decision after update of status on public.beta_applications
  for each row when (old.status = 'pending' and new.status in ('accepted', 'declined'))
  execute function public.enqueue_decision_email();

revoke execute on function public.email_mailbox(text) from public, anon, authenticated;
revoke execute on function public.enqueue_asked_email(text, text, uuid) from public, anon, authenticated;
revoke execute on function public.claim_emails(integer, integer, integer, numeric) from public, anon, authenticated;
revoke execute on function public.settle_emails(text, integer) from public, anon, authenticated;
revoke execute on function public.enqueue_decision_email() from public, anon, authenticated, service_role;
grant execute on function public.email_mailbox(text) to service_role;
grant execute on function public.enqueue_asked_email(text, text, uuid) to service_role;
grant execute on function public.claim_emails(integer, integer, integer, numeric) to service_role;
grant execute on function public.settle_emails(text, integer) to service_role;
