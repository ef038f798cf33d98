-- The outbox: how mails are added, claimed, sent and given up (docs/decisions/0118), and announcements.

-- The waitlist with each person's status. Only people who are 'confirmed' may be sent mails to the list.
create view public.people with (security_invoker = true) as
  select w.*,
      case when off.reason in ('bounced', 'complained') then off.reason
        when w.unsubscribed_at is not null or off.reason is not null then 'unsubscribed'
        when w.confirmed_at is null then 'unconfirmed' else 'confirmed' end as status,
      -- This finds the few people whose mail bounced. By the status, each of a million people would be looked
      -- up.
      off.reason as suppression
    -- PostgreSQL leaves out this join where nobody asks for the status, because each hash exists only once.
    from public.waitlist w left join public.email_suppressions off on off.hash = w.email_hash and off.reason <> 'unsubscribed';

-- People who have neither unsubscribed, bounced nor complained. Whether they confirmed their address is a
-- separate filter.
create view public.mailable with (security_invoker = true) as
  select * from public.people
    where unsubscribed_at is null
      and not exists (select from public.email_suppressions s where s.hash = email_hash and s.reason <> 'unsubscribed');

-- Builds the condition on public.people p that chooses people, as a text. It takes the conditions that
-- PostgREST is asked with for a list (scripts/operator/people.ts has them for each filter), as a JSON array in
-- a text of [column, operator, value]. An unknown condition is an error, because ignoring it would choose
-- everybody.
create function public.people_where(conditions text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  met text := 'true';
  condition record;
begin
  for condition in
    select c ->> 0 as field, c ->> 2 as value, c ->> 1 like 'not.%' as negated, case replace(c ->> 1, 'not.', '')
        when 'eq' then '= %L' when 'gte' then '>= %L' when 'lt' then '< %L' when 'cs' then '@> %L'
        when 'is' then case when c ->> 2 is null then 'is null' when c -> 2 = 'true' then 'is true' end end as test
      from jsonb_array_elements(conditions::jsonb) c
  loop
    if condition.test is null then raise sqlstate '42703' using message = 'There is no such condition here.'; end if;
    met := met || format(case when condition.negated then ' and not (p.%I ' else ' and (p.%I ' end || condition.test || ')',
      condition.field, condition.value);
  end loop;
  return met;
end $$;

-- The people among the given ids who meet the conditions (people_where).
create function public.chosen_people(ids uuid[], conditions text) returns setof uuid
language plpgsql stable set search_path = '' as $$
begin
  return query execute format('select p.id from public.people p where p.id = any ($1) and %s', public.people_where(conditions)) using ids;
end $$;

-- Mails that failed although they should have been sent.
create view public.failed_emails with (security_invoker = true) as
  select id, kind, email, last_error, attempts, created_at, failed_at from public.email_outbox
    where failed_at is not null and bounced_at is null and last_error not in ('suppressed', 'unsubscribed', 'not_needed');

-- Mails that did not arrive, or were complained about: bounces and complaints of 30 days, and those that
-- failed. The person's source is included, because many such mails of one source point to a bought or an old
-- list.
create view public.troubled_emails with (security_invoker = true) as
  select o.id, o.created_at, o.kind, o.email, o.last_error, w.id as person, w.source,
      case when o.complained_at is not null then 'complained' when o.bounced_at is not null then 'bounced' else 'failed' end as trouble,
      coalesce(o.complained_at, o.bounced_at, o.failed_at) as happened_at
    from public.email_outbox o left join public.waitlist w on w.email = o.email
    where o.bounced_at > now() - interval '30 days' or o.complained_at > now() - interval '30 days'
      or o.failed_at is not null and o.bounced_at is null and o.last_error not in ('suppressed', 'unsubscribed', 'not_needed');

-- Adds a mail that the sender of a form asked for. The sender may be anybody, and could use a form to flood a
-- stranger's mailbox. So one mail of a kind goes to an address in ten minutes, three in a week, and six to a
-- mailbox; beyond that nothing is added, and the answer is false.
create function public.enqueue_asked_email(asked_kind text, person text, application uuid default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  past record;
begin
  -- The lock lets a burst of them be counted, too.
  perform public.lock_mailbox(person);
  -- A mail that waits in a wave to the list is brought forward.
  update public.email_outbox o set to_list = false, scheduled = false, not_before = case when scheduled then now() else not_before end
    where o.email = person and o.kind = asked_kind and o.to_list and o.sent_at is null and o.failed_at is null;
  if found then return true; end if;
  -- A mail does not count if the person has confirmed since, which used up its link, or if it bounced and so
  -- bothered nobody.
  select count(*) as to_mailbox, count(*) filter (where o.email = person) as to_address,
      count(*) filter (where o.email = person and o.created_at > now() - interval '10 minutes'
        -- Mails from a clock that was ahead do not count. The minute is for mails that are younger than this
        -- transaction.
        and o.created_at <= now() + interval '1 minute' and o.bounced_at is null and not exists (
        select from public.consent_events c join public.waitlist w on w.id = c.person
          where asked_kind = 'waitlist-confirmation' and w.email = o.email and c.event = 'confirmed' and c.happened_at >= o.created_at
      )) as just_now
    into past from public.email_outbox o
    where public.email_mailbox_v1(o.email) = public.email_mailbox_v1(person)
      and o.created_at > now() - interval '7 days' and o.kind = asked_kind;
  if past.just_now > 0 or past.to_address >= 3 or past.to_mailbox >= 6 then return false; end if;
  insert into public.email_outbox (kind, email, application_id) values (asked_kind, person, application)
    on conflict (application_id) where kind = 'application-received' do nothing;
  return found;
end $$;

-- Sends a person a mail again that they say they never got: the request to confirm, the decision on an
-- application, or the launch; that of the kind `asked`, else the one of these that was sent last and still applies.
-- For one person that is one an hour, and nothing goes to people who left.
-- Returns the kind of the mail that was queued; or why none was: 'recent', 'queued' (it is already), 'often'
-- (enqueue_asked_email) or 'none'.
create function public.send_again(person text, asked text default null) returns text
language plpgsql set search_path = '' as $$
declare
  kinds constant text[] := '{waitlist-confirmation,launch-announcement,application-accepted,application-declined}';
  listed public.waitlist;
  mail public.email_outbox;
begin
  perform public.lock_mailbox(person);
  select * into listed from public.waitlist w where w.email = person and w.unsubscribed_at is null for no key update;
  select * into mail from public.email_outbox o
    where o.email = person and o.kind = coalesce(asked, o.kind) and o.kind = any (kinds) and o.sent_at is not null
      and case o.kind when 'waitlist-confirmation' then listed.id is not null and listed.confirmed_at is null
        when 'launch-announcement' then listed.confirmed_at is not null
        else exists (select from public.beta_applications b where b.id = o.application_id and 'application-' || b.status = o.kind) end
    order by o.sent_at desc, o.id limit 1;
  -- Whoever an import added, or whose mail was erased with age, has none.
  if mail.kind is null and listed.id is not null and listed.confirmed_at is null then mail.kind := 'waitlist-confirmation'; end if;
  if mail.kind is null or mail.kind <> asked or public.suppression_reason(person) is not null then return 'none'; end if;
  if exists (select from public.email_outbox o where o.email = person and o.kind = any (kinds)
    and o.sent_at between now() - interval '1 hour' and now() + interval '1 minute') then return 'recent'; end if;
  -- A request to confirm that waits in a wave is brought forward instead.
  if exists (select from public.email_outbox o where o.email = person and o.kind = mail.kind and o.sent_at is null and o.failed_at is null
    and not (o.kind = 'waitlist-confirmation' and o.to_list)) then return 'queued'; end if;
  if mail.kind = 'waitlist-confirmation' then
    return case when public.enqueue_asked_email(mail.kind, person) then mail.kind else 'often' end;
  end if;
  insert into public.email_outbox (kind, email, to_list, application_id, update_hash)
    values (mail.kind, person, mail.to_list, mail.application_id, mail.update_hash);
  return mail.kind;
end $$;

-- Takes back times that were stored by a clock that was ahead, and would now delay mails: no mail waits for
-- longer than five hours, but for a wave whose time the operator gave; the operator is mailed again about days to
-- come, and the mails to the list are counted from now.
create function public.forget_later_clock() returns void
language sql set search_path = '' as $$
  update public.email_outbox set not_before = now()
    where sent_at is null and failed_at is null and turn in (0, 1, 2, 3, 5) and not_before > now() + interval '5 hours';
  delete from public.email_outbox where kind in ('operator-digest', 'operator-alert') and created_at > now() + interval '1 minute';
  -- The times until which senders rest are left as they are: those that are too far ahead are ignored.
  update public.system_times set at = now()
    where at > now() + interval '1 minute' and name not in ('sender_rests', 'mail_limited');
  update public.email_batches set not_before = least(not_before, now()), sealed_at = least(sealed_at, now()),
      leased_until = least(leased_until, now() + interval '10 minutes')
    where not_before > now() + interval '5 hours' or sealed_at > now() + interval '1 minute' or leased_until > now() + interval '1 hour';
$$;

-- Why a mail must not or need not be sent any more; null if it is to be sent.
create function public.reason_not_to_send(mail text, person text, application uuid) returns text
language sql stable set search_path = '' as $$
  select case
    -- The operator is alerted even if their address is off the list.
    when mail not in ('operator-digest', 'operator-alert') and public.suppression_reason(person) is not null then 'suppressed'
    when mail in ('waitlist-confirmation', 'launch-announcement', 'update')
      and not exists (select from public.waitlist w where w.email = person and w.unsubscribed_at is null
        and (mail = 'waitlist-confirmation' or w.confirmed_at is not null)) then 'unsubscribed'
    when mail = 'waitlist-confirmation'
      and exists (select from public.waitlist w where w.email = person and w.confirmed_at is not null) then 'not_needed'
    when mail in ('application-accepted', 'application-declined') and not exists (
      select from public.beta_applications b where b.id = application and 'application-' || b.status = mail) then 'not_needed'
    -- A receipt is not sent after the decision that it would announce.
    when mail = 'application-received' and exists (
      select from public.email_outbox a join public.beta_applications b on b.id = a.application_id
        where a.application_id = application and a.kind in ('application-accepted', 'application-declined')
          and (a.sent_at is not null or a.doubtful_since is not null
            or (a.failed_at is null and a.not_before <= now() and 'application-' || b.status = a.kind))) then 'not_needed'
  end;
$$;

-- What a mail says of its recipient: the operator's text may contain the share link, number of friends and
-- invite code, and the name; the launch mail always has this code.
create function public.values_in_mail(mail text, person text, text_hash text) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when text_hash is not null then coalesce((
      select jsonb_build_object('share_code', p.share_code, 'friends', p.friends, 'invite_code', p.invite_code, 'name', p.name,
          'place', (select public.place_of(p.id) from public.email_updates u
            where u.hash = text_hash and strpos(u.parameters::text, '{{place}}') > 0))
        from public.people p where p.email = person), '{}')
    else '{}' end || case
    -- Whoever an import added is not told that they joined by the form.
    when mail = 'waitlist-confirmation' then coalesce((
      select jsonb_build_object('imported', true) from public.waitlist w where w.email = person and w.joined_at is null), '{}')
    when mail = 'launch-announcement' then coalesce((
      select jsonb_build_object('invite_code', w.invite_code) from public.waitlist w where w.email = person), '{}')
    else '{}' end;
$$;

-- Counts a wave by itself whose time, `start`, has come.
create function public.count_wave_from(start timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  if start > coalesce((select at from public.system_times where name = 'list_counted'), '-infinity') then
    insert into public.system_times (name) values ('list_counted') on conflict (name) do update set at = now();
    delete from public.system_times where name = 'list_waits';
  end if;
end $$;

-- Claims up to `most` mails that are due, one by one, from turn `first` and before turn `ends`, for
-- `lease_seconds`. A sender that dies gives them back when the lease ends. Mails that must not or need not be
-- sent any more fail here. `due` is how many were due.
-- A mail that may have been accepted longer than `doubt_hours` ago is not repeated: the provider would not
-- recognise it, or the mail kills its senders. A lease of more than two such times was given by a clock that
-- was ahead; its sender may be at work, so one lease from now is left to it.
create function public.claim_due(most integer, lease_seconds integer, doubt_hours numeric, first integer, ends integer) returns jsonb
language sql set search_path = '' as $$
  with due as materialized (
    select o.* from public.email_outbox o
      where o.sent_at is null and o.failed_at is null and o.not_before <= now()
        and (o.leased_until is null or o.leased_until <= now() or o.leased_until > now() + make_interval(secs => 2 * lease_seconds))
        -- The condition is written so that the index skips the others, however many there are.
        and o.turn >= first and o.turn < ends
      order by o.turn, o.not_before, o.id limit most for update skip locked
  ), shortened as (
    update public.email_outbox o set leased_until = now() + make_interval(secs => lease_seconds)
      from due d where o.id = d.id and d.leased_until > now()
  ), judged as materialized (
    select d.id, d.doubtful_since is not null as doubtful, coalesce(public.reason_not_to_send(d.kind, d.email, d.application_id),
        case when d.doubtful_since < now() - make_interval(secs => (doubt_hours * 3600)::double precision) then 'doubtful' end) as reason
      from due d where d.leased_until is null or d.leased_until <= now()
  ), failed as (
    update public.email_outbox o set failed_at = now(), leased_until = null, last_error = j.reason
      from judged j where o.id = j.id and j.reason is not null
  ), taken as (
    update public.email_outbox o set attempts = o.attempts + 1, leased_until = now() + make_interval(secs => lease_seconds),
        doubtful_since = least(o.doubtful_since, now())
      from judged j where o.id = j.id and j.reason is null
      returning o.id, o.kind, o.email, o.parameters, o.turn, o.update_hash, o.created_at, o.not_before, o.attempts as attempt, j.doubtful
  ), begun as (
    select public.count_wave_from(min(t.not_before)) from taken t where t.turn = 4
  ), mails as (
    select t.id, t.kind, t.email,
        coalesce(u.parameters, t.parameters) || public.values_in_mail(t.kind, t.email, t.update_hash) as parameters,
        t.created_at, t.attempt, t.doubtful, t.turn, t.not_before
      from taken t left join public.email_updates u on u.hash = t.update_hash
  )
  select jsonb_build_object(
    'due', (select count(*) from due),
    'emails', (select coalesce(jsonb_agg(to_jsonb(m) - '{turn,not_before}'::text[] order by m.turn, m.not_before, m.id), '[]')
                from mails m)) from begun;
$$;

-- Claims what is sent next: up to `batch` mails, one by one (claim_due), or, if `in_batch` is given and only
-- mails to the list are due, a batch of up to so many (claim_batch), whose id and attempt are its `batch`.
-- All senders together start `per_second` requests a second. `wait_seconds` is how long to wait before the first
-- of those that were claimed, which are then started one by one at this pace; or, if none was claimed, before
-- the next claim. In the latter case `limited` is why, if the provider took no more (note_rest).
create function public.claim_emails(batch integer, lease_seconds integer, doubt_hours numeric default 72,
  per_second numeric default null, in_batch integer default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  paused constant boolean := exists (select from public.system_times where name = 'list_paused');
  claimed jsonb;
  rest record;
  spoken_for interval;
begin
  perform public.forget_later_clock();
  -- While senders have more than two seconds' mails, another claim would only hold mails up.
  select t.why, t.at - case when t.name = 'mail_pace' then interval '2 seconds' else '0' end - now() as left into rest
    from public.system_times t
    where t.name = 'mail_limited' and t.at > now() and t.at <= now() + interval '31 minutes'
      or t.name = 'mail_pace' and t.at > now() + interval '2 seconds'
    order by t.name limit 1;
  if found then
    return jsonb_build_object('due', 0, 'emails', jsonb_build_array(),
      'wait_seconds', extract(epoch from rest.left), 'limited', rest.why);
  end if;
  perform public.end_batches();
  claimed := public.claim_due(batch, lease_seconds, doubt_hours, 0, case when paused or in_batch is not null then 3 else 6 end);
  if in_batch is not null and not paused and claimed -> 'due' = '0' then
    claimed := public.claim_batch(in_batch, lease_seconds);
    -- Mails to the list that were refused, or that may have been sent by themselves, go by themselves.
    if claimed -> 'due' = '0' then
      claimed := public.claim_due(batch, lease_seconds, doubt_hours, case when claimed ? 'waits' then 5 else 3 end, 6);
    end if;
  end if;
  if per_second is null or claimed -> 'emails' = '[]' then return claimed; end if;
  spoken_for := make_interval(
    secs => (case when claimed ? 'batch' then 1 else jsonb_array_length(claimed -> 'emails') end / per_second)::double precision);
  insert into public.system_times as t (name, at) values ('mail_pace', clock_timestamp() + spoken_for)
    on conflict (name) do update set at = greatest(t.at, clock_timestamp()) + spoken_for
    returning at - spoken_for - clock_timestamp() as left into rest;
  return claimed || jsonb_build_object('wait_seconds', greatest(extract(epoch from rest.left), 0));
end $$;

-- Pauses the mails to the list, unless they are paused already. Without a reason it resumes them, and begins to
-- count anew.
create function public.pause_list(why text default null) returns void
language plpgsql set search_path = '' as $$
begin
  if why is not null then
    insert into public.system_times (name, reason) values ('list_paused', why) on conflict (name) do nothing;
  else
    delete from public.system_times where name in ('list_paused', 'list_waits');
    insert into public.system_times (name) values ('list_counted') on conflict (name) do update set at = now();
  end if;
end $$;

-- Counts the mails to the list since the last wave began, or since they were last resumed: how many were `sent`
-- (counted up to `most`) or refused at once, how many of these bounced, and about how many somebody complained.
create function public.list_counts(most bigint default null) returns table (sent bigint, bounced bigint, complained bigint)
language sql stable set search_path = '' as $$
  with since as (
    select coalesce((select at from public.system_times where name = 'list_counted'), '-infinity') as at
  ), returned as (
    select count(bounced_at) as bounced, count(complained_at) as complained, count(*) filter (where o.sent_at is null) as refused
      from public.email_outbox o, since
      where (bounced_at is not null or complained_at is not null) and to_list
        and coalesce(sent_at, bounced_at) >= since.at
  ), accepted as (
    select from public.email_outbox o, since where sent_at >= since.at and to_list limit most
  )
  select (select count(*) from accepted) + r.refused, r.bounced, r.complained from returned r;
$$;

-- Pauses the mails to the list when more than 4 % of at least 100 bounced, or when at least three people and
-- 0.1 % complained, because providers tolerate no more (docs/mail.md). `only_sent`: nothing bounced; the check
-- then matters only while there are not 100.
create function public.watch_list(only_sent boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  since constant timestamptz := coalesce((select at from public.system_times where name = 'list_counted'), '-infinity');
  returned record;
  whole bigint;
begin
  if only_sent and 200 <= (select count(*) from (
    select from public.email_outbox where sent_at >= since and to_list limit 200) few) then return; end if;
  -- The lock lets two reports of the same moment see each other.
  perform pg_catalog.pg_advisory_xact_lock(20261128, 660000);
  select bounced, complained into returned from public.list_counts(0);
  if returned.bounced < 5 and returned.complained < 3 then return; end if;
  whole := (select sent from public.list_counts(greatest(100, 25 * returned.bounced, 1000 * returned.complained) + 1));
  if whole >= 100 and 25 * returned.bounced > whole then
    perform public.pause_list('bounces');
  elsif returned.complained >= 3 and 1000 * returned.complained >= whole then
    perform public.pause_list('complaints');
  end if;
end $$;

-- Records the outcomes of claimed mails. `results`: a JSON array of {id, attempt, outcome, doubtful, code?,
-- provider_id?} in a text. The outcomes are sent, undeliverable (the address is not mailed again), refused,
-- doubtful (no answer), failed (no mail can be made of it), and released (not tried).
-- A mail that is refused or doubtful is tried again after a minute, doubled each time up to four hours, for
-- three days. A failure of an earlier claim than the last one is ignored.
create function public.settle_emails(results text) returns integer
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := public.known_json(results, '{id,attempt,outcome,doubtful,code,provider_id}');
  g record;
  person text;
  of_list boolean;
  settled integer := 0;
  in_wave integer := 0;
  bounces integer := 0;
begin
  perform from public.waitlist where email = any (array(
    select o.email from jsonb_to_recordset(given) as r(id uuid, outcome text)
      join public.email_outbox o on o.id = r.id where r.outcome = 'undeliverable'
  )) order by email for no key update;
  for g in select r.*, r.outcome in ('refused', 'doubtful') as again, r.outcome = 'undeliverable' as bounced
    from jsonb_to_recordset(given) as r(id uuid, attempt integer, outcome text, doubtful boolean, code text, provider_id text)
  loop
    update public.email_outbox o set
        sent_at = case when g.outcome = 'sent' then now() end,
        failed_at = case when g.bounced or g.outcome = 'failed'
          or (g.again and o.failing_since <= now() - interval '3 days') then now() end,
        last_error = case when g.outcome <> 'sent' then coalesce(g.code, o.last_error) end,
        attempts = o.attempts - case when g.outcome = 'released' then 1 else 0 end,
        failing_since = case when g.again then least(o.failing_since, now()) else o.failing_since end,
        doubtful_since = case when g.outcome = 'doubtful' or (g.doubtful and g.outcome <> 'sent') then o.doubtful_since end,
        leased_until = null,
        batch = null,
        parameters = case when o.batch is null then o.parameters else '{}' end,
        provider_id = coalesce(g.provider_id, o.provider_id),
        bounced_at = case when g.bounced then now() else o.bounced_at end,
        not_before = case when g.again
          then now() + make_interval(secs => least(60 * 2 ^ least(o.attempts - 1, 8), 14400) * (0.75 + random() / 2))
          else o.not_before end,
        scheduled = o.scheduled and not g.again
      where o.id = g.id and o.sent_at is null and (g.outcome = 'sent' or (o.failed_at is null and o.attempts = g.attempt))
      returning o.email, o.to_list into person, of_list;
    continue when not found;
    settled := settled + 1;
    if g.outcome = 'sent' then delete from public.system_times where name = 'sender_rests'; end if;
    if of_list and (g.outcome = 'sent' or g.bounced) then
      in_wave := in_wave + 1;
      bounces := bounces + g.bounced::integer;
    end if;
    if g.bounced then
      update public.waitlist set unsubscribed_at = now() where email = person and unsubscribed_at is null;
      perform public.suppress_email(person, 'bounced');
    end if;
  end loop;
  if in_wave > 0 then perform public.watch_list(only_sent => bounces = 0); end if;
  return settled;
end $$;

-- Ends a mail that the provider accepted and then reported as not sent. The mail gets another id: with the
-- known one, the provider would answer a retry within a day as it did the first attempt, and send nothing. The
-- answer is false if a mail to one of these people is being sent or may have been accepted: this may be the
-- mail, and its outcome is not recorded yet.
create function public.fail_email(provider text, people text, reason text) returns boolean
language plpgsql set search_path = '' as $$
declare
  -- The mail is locked first, because its outcome may be recorded at any moment.
  in_doubt constant boolean := exists (
    select from public.email_outbox where email in (select lower(btrim(p)) from jsonb_array_elements_text(people::jsonb) p)
      and sent_at is null and failed_at is null and doubtful_since is not null);
begin
  update public.email_outbox set id = public.new_id(), sent_at = null, failed_at = now(), last_error = reason, provider_id = null
    where provider_id = provider and sent_at is not null;
  return found or not in_doubt;
end $$;

-- Tries up to `most` failed mails again, the earliest failures first. `held` chooses those that were held back:
-- 'restored' by a restore, most of which were sent after the backup, 'unanswered' by a batch without an answer
-- (hold_batch); otherwise all others are tried. `people`, a JSON array of addresses in a text, limits this to
-- mails to them. A `person` chooses all mails to that address instead, also those that wait for another attempt.
-- Returns how many.
create function public.retry_emails(most integer, held text default null, person text default null,
  people text default null) returns integer
language plpgsql set search_path = '' as $$
declare
  retried integer;
begin
  -- A mail that may have arrived remains doubtful, but its time starts from now; otherwise it would end again
  -- at once.
  update public.email_outbox
    set failed_at = null, attempts = 0, failing_since = null,
      not_before = case when scheduled then greatest(not_before, now()) else now() end, batch = null,
      doubtful_since = case when doubtful_since is not null then now() end
    -- The ids are an array, so that PostgreSQL looks up the primary key.
    where id = any (array(select f.id from public.failed_emails f join public.email_outbox o on o.id = f.id
        where person is null
          and case when held is null then f.last_error not in ('restored', 'unanswered') else f.last_error = held end
          and (people is null or f.email = any (array(select lower(btrim(a)) from jsonb_array_elements_text(people::jsonb) a)))
        order by f.failed_at, f.id limit most for update of o skip locked)
      || array(select o.id from public.email_outbox o
        where o.email = person and (exists (select from public.failed_emails f where f.id = o.id)
          or o.sent_at is null and o.failed_at is null
          and o.failing_since is not null and o.not_before > now() and (o.leased_until is null or o.leased_until <= now()))
        limit most for update of o skip locked));
  get diagnostics retried = row_count;
  return retried;
end $$;

-- Records that the sender rests for some seconds, and why. The next accepted mail ends the rest. If the provider
-- took no more mails for a while, `everybody` rests: no sender claims mails until then.
create function public.note_rest(seconds numeric, why text, everybody boolean default false) returns void
language sql set search_path = '' as $$
  insert into public.system_times (name, at, why)
    values (case when everybody then 'mail_limited' else 'sender_rests' end,
      now() + make_interval(secs => seconds::double precision), left(note_rest.why, 200))
    on conflict (name) do update set at = excluded.at, why = excluded.why;
$$;

-- Whether mails leave: how long a sender still rests, and why (a rest of more than half an hour was written by
-- a clock that was ahead); until when all senders rested last, if that was in the last hour, and why; and for
-- how many seconds the oldest due mail has been due, for mails that somebody asked for, and for those to the
-- list unless these are paused.
create function public.sender_report() returns jsonb
language sql stable set search_path = '' as $$
  with rest as (
    select extract(epoch from at - now()) as seconds, why from public.system_times
      where name = 'sender_rests' and at > now() and at <= now() + interval '31 minutes'
  ), limited as (
    select at, why from public.system_times
      where name = 'mail_limited' and at between now() - interval '1 hour' and now() + interval '31 minutes'
  ), oldest as (
    select due.turn >= 3 as to_list, min(first.not_before) as at
      from unnest(array[0, 1, 2, 3, 4, 5]) due(turn) cross join lateral (
        select o.not_before from public.email_outbox o
          where o.turn = due.turn and o.sent_at is null and o.failed_at is null and o.not_before <= now()
            and (o.leased_until is null or o.leased_until <= now())
          order by o.not_before limit 1) first
      where due.turn < 3 or not exists (select from public.system_times where name = 'list_paused')
      group by 1
  )
  select jsonb_build_object(
    'rests_seconds', (select ceil(seconds) from rest), 'rests_why', (select why from rest),
    'limited_at', (select at from limited), 'limited_why', (select why from limited),
    'overdue_asked_seconds', (select floor(extract(epoch from now() - at)) from oldest where not to_list),
    'overdue_list_seconds', (select floor(extract(epoch from now() - at)) from oldest where to_list));
$$;

-- The state of the mails, in numbers: the queued ones, with their last errors and how long the oldest has been
-- due; whether those to the list are `paused` (they are then not due), and why, or until when they wait for
-- bounces and complaints (list_waits); what became of the current wave
-- (`list`), and its pace per second in the last minute; the failed ones by reason; and how many were sent,
-- bounced and were complained about in 30 days.
create function public.email_report() returns jsonb
language sql stable set search_path = '' as $$
  with pause as (
    select count(*) filter (where name = 'list_paused') > 0 as paused, max(reason) as reason,
        max(at + interval '10 minutes') filter (where name = 'list_waits' and at > now() - interval '10 minutes') as waits_until
      from public.system_times where name in ('list_paused', 'list_waits')
  ), mails as materialized (
    -- The many mails are read once, and grouped into a few rows.
    select kind, to_list, last_error,
        count(*) filter (where sent_at is null and failed_at is null) as queued,
        count(*) filter (where sent_at is null and failed_at is null and not_before <= now()) as due,
        count(*) filter (where sent_at is null and failed_at is null and leased_until > now()) as leased,
        extract(epoch from now() - min(not_before) filter (where sent_at is null and failed_at is null)) as age,
        count(*) filter (where sent_at > now() - interval '30 days') as sent,
        count(*) filter (where sent_at >= coalesce((
          select at from public.system_times where name = 'list_counted'), '-infinity')) as counted,
        count(failed_at) as failed
      from public.email_outbox group by 1, 2, 3
  ), due as (
    select * from mails, pause where due > 0 and not (to_list and (paused or waits_until is not null))
  )
  select jsonb_build_object(
    'paused', (select paused from pause),
    'pause_reason', (select reason from pause),
    'waits_until', (select waits_until from pause),
    'list', (select jsonb_build_object('sent', c.sent + (select coalesce(sum(counted), 0) from mails where to_list),
      'bounced', c.bounced, 'complained', c.complained) from public.list_counts(0) c),
    'pace', (select count(*) / greatest(extract(epoch from now() - min(sent_at)), 1) from public.email_outbox
      where sent_at > now() - interval '1 minute' and to_list having count(*) >= 20),
    'queued', (select coalesce(sum(queued), 0) from mails),
    'queued_to_list', (select coalesce(sum(queued), 0) from mails where to_list),
    -- The waves whose time is still to come.
    'scheduled', (select coalesce(jsonb_agg(jsonb_build_object('wave', wave, 'at', not_before, 'queued', n) order by not_before), '[]')
      from (select wave, not_before, count(*) as n from public.email_outbox
        where turn = 4 and not_before > now() and sent_at is null and failed_at is null group by 1, 2) per_wave),
    'queued_kinds', (select coalesce(jsonb_object_agg(kind, n), '{}') from (
      select kind, sum(queued) as n from mails where queued > 0 group by 1) per_kind),
    'due', (select coalesce(sum(due), 0) from due),
    'leased', (select coalesce(sum(leased), 0) from mails),
    'oldest_due_seconds', (select floor(max(age)) from due),
    'errors', (select coalesce(jsonb_object_agg(last_error, n), '{}') from (
      select last_error, sum(queued) as n from mails where last_error is not null and queued > 0 group by 1) per_error),
    'failed', (select coalesce(jsonb_object_agg(last_error, n), '{}') from (
      select last_error, sum(failed) as n from mails where failed > 0 group by 1) per_error),
    'sent', (select coalesce(jsonb_object_agg(kind, n), '{}') from (
      select kind, sum(sent) as n from mails where sent > 0 group by 1) per_kind)
  ) || (
    -- "Refused" counts mails that bounced at once, and so were never sent. Unknown addresses are those of all
    -- time; nobody has to act on them.
    select jsonb_build_object(
      'bounced', count(*) filter (where bounced_at > now() - interval '30 days'),
      'complained', count(*) filter (where complained_at > now() - interval '30 days'),
      'refused', count(*) filter (where bounced_at > now() - interval '30 days' and sent_at is null),
      'unknown_addresses', count(*) filter (
        where bounced_at is not null and failed_at is not null and last_error not in ('suppressed', 'unsubscribed', 'not_needed')))
      from public.email_outbox where bounced_at is not null or complained_at is not null
  );
$$;

-- Announces the launch, or an update, to a page of the waitlist, oldest first, or asks unconfirmed people to
-- confirm. Each person to notify gets a mail in the outbox and is noted; at the launch they also get an invite
-- code of 80 random bits.
-- `request`: a JSON object in a text with
--   scan, the rows to look at; most, the people to notify; after and through, {created_at, id} of the rows
--   around the page;
--   random, for the order of the ids, which are random, instead of that of joining;
--   name and hash, of an update, or the hash alone, of the launch or the request to confirm in the operator's
--   words; confirm: true, to ask for confirmations;
--   filter, conditions as people_where() takes them, and role, if only some people are to be notified;
--   friends: true, in a dry run, for people who referred friends, all on one page; false for the others;
--   ids, of the people to look at instead of a scan; wave, the number that all its mails have (next_wave), and
--   at, the time from which on they are sent; no_wait: true, for a wave that does not wait for bounces after
--   its first mails (list_waits); dry_run, to change nothing.
-- Returns how many were `queued`, the `last` of them, a `sample` of three addresses in a dry run, and as `next`
-- the row to continue after. For people who referred friends it also returns the `ids`, the most successful
-- referrers first, at most `first` of them: the order changes with every call that notifies some, so only the
-- ids name the same people in a repeated call.
create function public.announce_page(request text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  r constant jsonb := public.known_json(request,
    '{scan,most,after,through,random,name,hash,confirm,wave,at,filter,role,friends,ids,first,no_wait,dry_run}');
  wave_number constant integer := (r ->> 'wave')::integer;
  is_timed constant boolean := r ? 'at';
  start constant timestamptz := coalesce((r ->> 'at')::timestamptz, now());
  update_name constant text := r ->> 'name';
  confirm constant boolean := coalesce((r ->> 'confirm')::boolean, false);
  dry_run constant boolean := coalesce((r ->> 'dry_run')::boolean, false);
  by_friends constant boolean := coalesce((r ->> 'friends')::boolean, false);
  random constant boolean := coalesce((r ->> 'random')::boolean, false);
  given constant uuid[] := array(select jsonb_array_elements_text(r -> 'ids')::uuid);
  after_at constant timestamptz := coalesce((r #>> '{after,created_at}')::timestamptz, '-infinity');
  after_id constant uuid := coalesce((r #>> '{after,id}')::uuid, '00000000-0000-0000-0000-000000000000');
  through_at constant timestamptz := coalesce((r #>> '{through,created_at}')::timestamptz, 'infinity');
  through_id constant uuid := coalesce((r #>> '{through,id}')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page record;
  queued integer;
begin
  -- The lock makes two announcements wait for each other.
  if not dry_run then perform pg_catalog.pg_advisory_xact_lock(20261121, 220000); end if;
  with scanned as materialized (
    (select w.*, 0 as brought, w.created_at as place from public.waitlist w
      where not by_friends and not random and not r ? 'ids' and (w.created_at, w.id) > (after_at, after_id)
        and (w.created_at, w.id) <= (through_at, through_id)
      order by w.created_at, w.id limit (r ->> 'scan')::integer)
    union all
    (select w.*, 0, timestamptz '-infinity' from public.waitlist w where random and w.id > after_id and w.id <= through_id
      order by w.id limit (r ->> 'scan')::integer)
    union all
    select w.*, 0, w.created_at from public.waitlist w where w.id = any (given)
    union all
    select w.*, w.friends, w.created_at from public.waitlist w where by_friends and w.friends > 0
  ), chosen as materialized (
    select public.chosen_people(array(select l.id from scanned l), r ->> 'filter') as id where r -> 'filter' <> '[]'
  ), due as materialized (
    select l.id, l.email, l.place, l.brought from scanned l
      where (l.confirmed_at is null) = confirm and l.unsubscribed_at is null
        and (coalesce(r -> 'filter', '[]') = '[]' or l.id in (select c.id from chosen c))
        and (by_friends or not r ? 'friends' or l.friends = 0)
        and (not r ? 'role' or exists (select from public.beta_applications b where b.email = l.email and b.role = r ->> 'role'))
        and case
          -- People who joined by the form were asked then, and were promised that there would be no second
          -- mail.
          when confirm then not exists (select from public.consent_events c
              where c.person = l.id and c.event in ('asked', 'confirmation_requested', 'unsubscribed'))
            and not exists (select from public.email_outbox o
              where o.email = l.email and o.kind = 'waitlist-confirmation' and o.failed_at is null)
          when update_name is null then not l.notified
          else not exists (select from public.email_update_recipients t where t.name = update_name and t.person = l.id) end
        -- Each is looked up: the planner expects hardly anybody here, and would read all suppressions for each
        -- person to join them.
        and (select true from public.email_suppressions s where s.hash = l.email_hash and (confirm or s.reason <> 'unsubscribed')) is null
      order by l.brought desc, l.place, l.id limit (r ->> 'most')::integer
  )
  select
    (select array_agg(d.id) from due d) as ids,
    (select count(*)::integer from due) as n,
    (select jsonb_build_object('created_at', d.place, 'id', d.id) from due d order by d.place desc, d.id desc limit 1) as last,
    (select jsonb_agg(f.email) from (select d.email from due d order by d.brought desc, d.place, d.id limit 3) f) as sample,
    (select jsonb_agg(f.id) from (
      select d.id from due d where by_friends order by d.brought desc, d.place, d.id limit (r ->> 'first')::integer) f) as ranked,
    (select case when not by_friends and not r ? 'ids' and count(*) = (r ->> 'scan')::integer then
      (select jsonb_build_object('created_at', l.place, 'id', l.id) from scanned l order by l.place desc, l.id desc limit 1) end
      from scanned) as next
    into page;

  -- A wave that begins after all other mails were tried is counted by itself.
  if not dry_run and page.n > 0 and not exists (select from public.system_times where name = 'list_paused')
    and not is_timed and not exists (select from public.email_outbox
      where turn = 3 and sent_at is null and failed_at is null and attempts = 0) then
    insert into public.system_times (name) values ('list_counted') on conflict (name) do update set at = now();
    delete from public.system_times where name = 'list_waits';
  end if;
  if not dry_run and not is_timed and (r ->> 'no_wait')::boolean then
    insert into public.system_times (name, at) values ('list_waits', now() - interval '10 minutes')
      on conflict (name) do update set at = excluded.at;
  end if;
  if dry_run or page.n = 0 then
    queued := page.n;
  elsif confirm then
    with listed as materialized (
      select w.id from public.waitlist w where w.id = any (page.ids) and w.confirmed_at is null and w.unsubscribed_at is null
        order by w.created_at, w.id for key share
    ), noted as (
      insert into public.consent_events (person, event) select l.id, 'confirmation_requested' from listed l returning person
    ), mails as (
      insert into public.email_outbox (kind, email, to_list, wave, not_before, scheduled, update_hash)
        select 'waitlist-confirmation', w.email, true, wave_number, start, is_timed, r ->> 'hash'
          from noted n join public.waitlist w on w.id = n.person
    )
    select count(*)::integer from noted into queued;
  elsif update_name is null then
    with noted as (
      update public.waitlist w set notified = true, invited_at = coalesce(w.invited_at, now()),
          invite_code = coalesce(w.invite_code, public.new_share_code() || public.new_share_code())
        where w.id = any (page.ids) and not w.notified and w.confirmed_at is not null and w.unsubscribed_at is null
        returning w.email
    ), mails as (
      insert into public.email_outbox (kind, email, to_list, wave, not_before, scheduled, update_hash)
        select 'launch-announcement', n.email, true, wave_number, start, is_timed, r ->> 'hash' from noted n
    )
    select count(*)::integer from noted into queued;
  else
    with listed as materialized (
      -- The row is locked until the end, so that nobody is erased before the row that refers to theirs is
      -- written.
      select w.id from public.waitlist w
        where w.id = any (page.ids) and w.confirmed_at is not null and w.unsubscribed_at is null
        order by w.created_at, w.id for key share
    ), noted as (
      insert into public.email_update_recipients (name, person, hash) select update_name, l.id, r ->> 'hash' from listed l
        on conflict (name, person) do nothing returning person
    ), mails as (
      insert into public.email_outbox (kind, email, to_list, wave, not_before, scheduled, update_hash)
        select 'update', w.email, true, wave_number, start, is_timed, r ->> 'hash'
          from noted n join public.waitlist w on w.id = n.person
    )
    select count(*)::integer from noted into queued;
  end if;
  return jsonb_build_object('queued', queued, 'last', page.last, 'sample', case when dry_run then page.sample end, 'next', page.next,
    'ids', page.ranked);
end $$;
