-- Batches: many mails to the list by one request, under one idempotency key (docs/mail.md).
-- A batch is made once, with its members and what their mails say of them. While it has no answer, the provider
-- may have sent all of it: it is repeated as it was, or held for the operator, but never cut anew.

-- Whether the rest of a wave waits for bounces and complaints, which come later than answers do: once 1,000 of
-- its mails were sent, for ten minutes.
create function public.list_waits() returns boolean
language plpgsql set search_path = '' as $$
declare
  since constant timestamptz := (select at from public.system_times where name = 'list_waits');
begin
  if since is not null then return since > now() - interval '10 minutes'; end if;
  if (select sent from public.list_counts(1000)) + (select count(*) from public.email_outbox where batch is not null) < 1000
    or not exists (select from public.email_outbox
      where sent_at is null and failed_at is null and turn in (3, 4) and not_before <= now() and doubtful_since is null) then
    return false;
  end if;
  insert into public.system_times (name) values ('list_waits') on conflict (name) do nothing;
  return true;
end $$;

-- Claims a batch: one that had no answer, as it was, or a new one of up to `most` mails. Answers as claim_due()
-- does, with the `batch`; or that the list `waits`.
create function public.claim_batch(most integer, lease_seconds integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  lease constant timestamptz := now() + make_interval(secs => lease_seconds);
  b public.email_batches;
  due_mails bigint;
  taken_mails bigint;
  began timestamptz;
begin
  -- One batch is made at a time, so that each counts those before it.
  perform pg_catalog.pg_advisory_xact_lock(20261129, 800000);
  select * into b from public.email_batches e
    where e.sealed_at is not null and e.not_before <= now() and (e.leased_until is null or e.leased_until <= now())
    order by e.not_before, e.id limit 1 for update;
  if found then
    update public.email_batches e set attempts = e.attempts + 1, leased_until = lease where e.id = b.id returning * into b;
    update public.email_outbox o set leased_until = lease where o.batch = b.id;
    due_mails := b.size;
  elsif public.list_waits() then
    return jsonb_build_object('due', 0, 'emails', jsonb_build_array(), 'waits', true);
  else
    b.id := gen_random_uuid();
    b.attempts := 1;
    with due as materialized (
      -- A mail that may have been sent by itself is not among these: the provider knows it under its own key.
      select o.id, o.kind, o.email, o.update_hash, o.turn, o.not_before from public.email_outbox o
        where o.sent_at is null and o.failed_at is null and o.turn >= 3 and o.turn < 5
          and o.not_before <= now() and o.doubtful_since is null
        order by o.turn, o.not_before, o.id limit most for update skip locked
    ), judged as materialized (
      select d.*, public.reason_not_to_send(d.kind, d.email, null) as reason from due d
    ), failed as (
      update public.email_outbox o set failed_at = now(), last_error = j.reason
        from judged j where o.id = j.id and j.reason is not null
    ), taken as (
      update public.email_outbox o set batch = b.id, attempts = o.attempts + 1, leased_until = lease, doubtful_since = now(),
          parameters = o.parameters || public.values_in_mail(j.kind, j.email, j.update_hash)
        from judged j where o.id = j.id and j.reason is null returning case when j.turn = 4 then j.not_before end as began
    )
    select (select count(*) from due), count(*), min(t.began) from taken t into due_mails, taken_mails, began;
    perform public.count_wave_from(began);
    if taken_mails = 0 then return jsonb_build_object('due', due_mails, 'emails', jsonb_build_array()); end if;
    insert into public.email_batches (id, leased_until) values (b.id, lease);
  end if;
  return jsonb_build_object('due', due_mails, 'batch', jsonb_build_object('id', b.id, 'attempt', b.attempts), 'emails', (
    select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'kind', o.kind, 'email', o.email,
        'parameters', coalesce(u.parameters, '{}') || o.parameters, 'created_at', o.created_at, 'attempt', o.attempts, 'doubtful', false)
        order by o.id), '[]')
      from public.email_outbox o left join public.email_updates u on u.hash = o.update_hash
      where o.batch = b.id and o.sent_at is null and o.failed_at is null));
end $$;

-- Holds a batch of which nobody knows whether it was sent: its mails fail, and the operator decides about them
-- (retry_emails).
create function public.hold_batch(wanted uuid) returns void
language sql set search_path = '' as $$
  update public.email_outbox set failed_at = now(), last_error = 'unanswered', leased_until = null
    where batch = wanted and sent_at is null and failed_at is null;
  update public.email_outbox set batch = null, parameters = '{}' where batch = wanted;
  delete from public.email_batches where id = wanted;
$$;

-- Seals a batch before its request: from now on it may have been sent. The answer is true if the request may be
-- sent, as it is the first or the same as before; another one is not, as the provider would not know it again.
create function public.seal_batch(wanted uuid, attempt integer, request_hash text) returns boolean
language plpgsql set search_path = '' as $$
declare
  is_same boolean;
begin
  update public.email_batches e set digest = coalesce(e.digest, request_hash), sealed_at = coalesce(e.sealed_at, now()),
      size = coalesce(e.size, (
        select count(*) from public.email_outbox o where o.batch = e.id and o.sent_at is null and o.failed_at is null))
    where e.id = wanted and e.attempts = attempt returning e.digest = request_hash into is_same;
  if not is_same then perform public.hold_batch(wanted); end if;
  return coalesce(is_same, false);
end $$;

-- Records what became of a claimed batch. `answered`: the provider took or refused each mail, which `results`
-- says, a JSON array of {id, code?, provider_id?} in a text; those with a code were refused. Otherwise none is
-- known to be sent: `refused` as a whole; `released`, not tried; `doubtful`, without an answer; `changed`, as the
-- provider has another request under its key.
-- A first attempt that was refused or not tried ends the batch, whose mails then go by themselves or in another.
-- After that the batch is repeated. A failure of an earlier claim than the last one is ignored.
create function public.settle_batch(wanted uuid, attempt integer, outcome text, code text default null, results text default null)
returns void
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := public.known_json(coalesce(results, '[]'), '{id,code,provider_id}');
  b public.email_batches;
begin
  select * into b from public.email_batches e where e.id = wanted for update;
  if not found or (outcome <> 'answered' and b.attempts <> attempt) then return; end if;
  if outcome = 'changed' then
    perform public.hold_batch(wanted);
    return;
  end if;
  if outcome = 'doubtful' or (outcome <> 'answered' and b.attempts > 1) then
    update public.email_batches e set leased_until = null, attempts = e.attempts - (outcome = 'released')::integer,
        not_before = case when outcome = 'released' then now()
          else now() + make_interval(secs => least(60 * 2 ^ least(e.attempts - 1, 8), 14400) * (0.75 + random() / 2)) end
      where e.id = wanted;
    update public.email_outbox o set leased_until = null where o.batch = wanted;
    return;
  end if;
  perform public.settle_emails((
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', o.id, 'attempt', o.attempts, 'doubtful', false,
        'outcome', case when outcome <> 'answered' then outcome when r.code is null then 'sent' else 'refused' end,
        'code', coalesce(r.code, settle_batch.code), 'provider_id', r.provider_id))), '[]')::text
      from public.email_outbox o left join jsonb_to_recordset(given) as r(id uuid, code text, provider_id text) on r.id = o.id
      where o.batch = wanted and (r.id is not null or outcome <> 'answered')));
  update public.email_outbox set batch = null, parameters = '{}' where batch = wanted;
  delete from public.email_batches where id = wanted;
end $$;

-- Ends batches whose senders died: one that was never requested is taken apart. Of those that may have been sent
-- it holds each that the provider would not know again (its keys are valid for 24 hours), and each of which a
-- person has left or was erased: a repetition would mail them, and without them it would be another request.
create function public.end_batches() returns void
language plpgsql set search_path = '' as $$
declare
  b public.email_batches;
begin
  for b in select * from public.email_batches e
    where e.not_before <= now() and (e.leased_until is null or e.leased_until <= now()) for update skip locked loop
    if b.sealed_at is null then
      perform public.settle_batch(b.id, b.attempts, 'released');
    elsif b.sealed_at < now() - interval '23 hours' or b.size <> (
      select count(*) from public.email_outbox o where o.batch = b.id and o.sent_at is null and o.failed_at is null
        and coalesce(public.reason_not_to_send(o.kind, o.email, null), '') not in ('suppressed', 'unsubscribed')) then
      perform public.hold_batch(b.id);
    end if;
  end loop;
end $$;
