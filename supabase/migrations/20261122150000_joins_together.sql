-- What one submission does, for many in one call (docs/decisions/0181): most of what a statement costs, it costs once, however
-- many rows it has. The functions of one submission call these. Rows are taken in the order of their keys, so that two
-- calls that want the same ones never wait for each other.

drop function public.spend_captcha(text, timestamptz);

-- Whether each solution is spent for the first time; true without one (reCAPTCHA spends its tokens itself). None twice.
create function public.spend_captchas(solution_hashes text[], solutions_expire_at timestamptz[]) returns boolean[]
language plpgsql set search_path = '' as $$
declare
  solved boolean[];
begin
  with spent as (
    insert into public.spent_captchas (hash, expires_at)
      select hash, expires_at from unnest(solution_hashes, solutions_expire_at) as s (hash, expires_at)
      where hash is not null order by hash
      on conflict (hash) do nothing returning hash
  )
  select array_agg(given.hash is null or spent.hash is not null order by nth) into solved
    from unnest(solution_hashes) with ordinality as given (hash, nth) left join spent using (hash);
  return solved;
end $$;

-- Takes one request from each of some buckets of the same size: 0 where it conforms, else the whole seconds to wait. None twice.
create function public.take_rate_limits(buckets text[], burst integer, seconds_per_request numeric) returns integer[]
language plpgsql set search_path = '' as $$
declare
  emission constant interval := make_interval(secs => seconds_per_request::double precision);
  tolerance constant interval := emission * (burst - 1);
  taken text[];
begin
  with counted as (
    insert into public.rate_limits as r (key, tat) select bucket, now() + emission from unnest(buckets) as bucket order by bucket
      on conflict (key) do update set tat = greatest(r.tat, now()) + emission where r.tat <= now() + tolerance
      returning key
  )
  select coalesce(array_agg(key), '{}') into taken from counted;
  -- After the call's own rows, so that two sweeps never wait for each other.
  if random() < 0.02 * cardinality(buckets) then
    perform public.sweep_expired();
  end if;
  if cardinality(taken) = cardinality(buckets) then return array_fill(0, array[cardinality(buckets)]); end if;
  return array(
    select case when bucket = any (taken) then 0 else (
      select greatest(1, ceil(extract(epoch from tat - tolerance - now())))::integer from public.rate_limits where key = bucket
    ) end
    from unnest(buckets) with ordinality as b (bucket, nth) order by nth
  );
end $$;

create or replace function public.take_rate_limit(bucket text, burst integer, seconds_per_request numeric) returns integer
language plpgsql set search_path = '' as $$
begin
  return (public.take_rate_limits(array[bucket], burst, seconds_per_request))[1];
end $$;

-- Lets forms' senders in, or says why not: for each null, or the outcome to answer. The captcha comes first
-- (docs/decisions/0070): whose solution is spent takes nothing from a bucket.
create function public.admit_submissions(
  buckets text[], burst integer, seconds_per_request numeric, solution_hashes text[], solutions_expire_at timestamptz[]
) returns jsonb[]
language plpgsql set search_path = '' as $$
declare
  solved constant boolean[] := public.spend_captchas(solution_hashes, solutions_expire_at);
  asked constant text[] := array(select bucket from unnest(buckets, solved) as s (bucket, fresh) where fresh);
  waits constant integer[] := public.take_rate_limits(asked, burst, seconds_per_request);
begin
  -- As nearly always.
  if true = all (solved) and 0 = all (waits) then return array_fill(null::jsonb, array[cardinality(buckets)]); end if;
  return array(
    select case
      when not fresh then '{"outcome": "captcha_spent"}'::jsonb
      when wait > 0 then jsonb_build_object('outcome', 'rate_limited', 'wait', wait) end
    from unnest(buckets, solved) with ordinality as s (bucket, fresh, nth)
      left join unnest(asked, waits) as t (bucket, wait) using (bucket)
    order by nth
  );
end $$;

create or replace function public.admit_submission(
  bucket text, burst integer, seconds_per_request numeric, solution_hash text, solution_expires_at timestamptz
) returns jsonb
language plpgsql set search_path = '' as $$
begin
  return (public.admit_submissions(array[bucket], burst, seconds_per_request, array[solution_hash], array[solution_expires_at]))[1];
end $$;

-- Adds the mails that forms' senders asked for, whoever they are, within the bounds of 20261121200000_email_outbox.sql. Nobody
-- twice. Returns how many were added.
create function public.enqueue_asked_emails(asked_kind text, people text[], applications uuid[] default '{}') returns integer
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
  get diagnostics added = row_count;
  return added;
end $$;

create or replace function public.enqueue_asked_email(asked_kind text, person text, application uuid default null) returns boolean
language plpgsql set search_path = '' as $$
begin
  return public.enqueue_asked_emails(asked_kind, array[person], array[application]) = 1;
end $$;

-- `POST /waitlist`, for several senders: the nth of each array is the nth sender's. Outcomes: joined, already_subscribed, and
-- those of admit_submissions. No address, bucket or solution twice.
create function public.join_waitlists(
  emails text[], sources text[], buckets text[], traps boolean[], solution_hashes text[], solutions_expire_at timestamptz[],
  burst integer, seconds_per_request numeric, consent_text text
) returns jsonb[]
-- A plan for these arrays would fit the next ones as well, and takes longer to make than to carry out.
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  refusals constant jsonb[] :=
    public.admit_submissions(buckets, burst, seconds_per_request, solution_hashes, solutions_expire_at);
  entered text[];
  listed record;
  joined text[];
begin
  if true = any (traps) then
    perform public.count_trapped('waitlist') from unnest(refusals, traps) as s (refusal, trapped) where refusal is null and trapped;
  end if;
  entered := array(
    select email from unnest(refusals, traps, emails) as s (refusal, trapped, email) where refusal is null and not trapped
  );
  -- The first two table calls of requirements 7. Who has unsubscribed is on the list no more.
  select coalesce(array_agg(person), '{}') as emails, coalesce(array_agg(person) filter (where confirmed_at is null), '{}') as unconfirmed
    into listed from unnest(entered) as person
    cross join lateral (select confirmed_at from public.waitlist where email = person and unsubscribed_at is null limit 1) as found;
  with inserted as (
    insert into public.waitlist (email, notified, source)
      select email, false, source from unnest(emails, sources) as s (email, source)
      where email = any (entered) and email <> all (listed.emails) order by email
      on conflict (email) do nothing returning email
  )
  select coalesce(array_agg(email), '{}') into joined from inserted;
  if cardinality(listed.emails) + cardinality(joined) < cardinality(entered) then
    -- Somebody who had unsubscribed is subscribed anew (docs/decisions/0090); of two at once, one finds them so.
    with gone as (
      select id from public.waitlist where email = any (entered) and unsubscribed_at is not null order by email for update
    ), returned as (
      update public.waitlist w set unsubscribed_at = null, confirmed_at = null, notified = false from gone where w.id = gone.id
        returning email
    )
    select joined || coalesce(array_agg(email), '{}') into joined from returned;
  end if;
  -- The buckets have been taken, so that their keys have the form that rate_limits asks for.
  insert into public.consent_events (email, event, text_version, client_hash)
    select email, 'asked', consent_text, split_part(bucket, ':', 2) from unnest(emails, buckets) as s (email, bucket)
    where email = any (joined);
  -- Who is on the list and never confirmed is asked again, and told nothing else for it.
  perform public.enqueue_asked_emails('waitlist-confirmation', joined || listed.unconfirmed);
  return array(
    select case
      when refusal is not null then refusal
      when trapped or email = any (joined) then '{"outcome": "joined"}'::jsonb
      else '{"outcome": "already_subscribed"}'::jsonb end
    from unnest(refusals, traps, emails) with ordinality as s (refusal, trapped, email, nth) order by nth
  );
end $$;

-- The same of a JSON array of {email, source?, bucket, trapped, solution_hash?, solution_expires_at?}: its outcomes.
create function public.join_waitlist_batch(
  joins text, burst integer, seconds_per_request numeric, consent_text text default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  sent record;
begin
  select array_agg(email order by nth) as emails, array_agg(source order by nth) as sources,
      array_agg(bucket order by nth) as buckets, array_agg(trapped order by nth) as traps,
      array_agg(solution_hash order by nth) as hashes, array_agg(solution_expires_at order by nth) as expiries,
      count(distinct email) = count(*) and count(distinct solution_hash) = count(solution_hash) as apart
    into sent from rows from (jsonb_to_recordset(joins::jsonb) as (
      email text, source text, bucket text, trapped boolean, solution_hash text, solution_expires_at timestamptz
    )) with ordinality as j (email, source, bucket, trapped, solution_hash, solution_expires_at, nth);
  -- Of two equal buckets PostgreSQL says so itself.
  if not sent.apart then
    raise sqlstate '21000' using message = 'two joins of one batch have an address or a solution in common';
  end if;
  return to_jsonb(public.join_waitlists(
    sent.emails, sent.sources, sent.buckets, sent.traps, sent.hashes, sent.expiries, burst, seconds_per_request, consent_text
  ));
end $$;

create or replace function public.join_waitlist(
  email text, bucket text, burst integer, seconds_per_request numeric, trapped boolean,
  source text default null, solution_hash text default null, solution_expires_at timestamptz default null,
  consent_text text default null
) returns jsonb
language plpgsql set search_path = '' as $$
begin
  return (public.join_waitlists(
    array[email], array[source], array[bucket], array[trapped], array[solution_hash], array[solution_expires_at],
    burst, seconds_per_request, consent_text
  ))[1];
end $$;

revoke execute on function public.spend_captchas(text[], timestamptz[]) from public, anon, authenticated;
revoke execute on function public.take_rate_limits(text[], integer, numeric) from public, anon, authenticated;
revoke execute on function public.admit_submissions(text[], integer, numeric, text[], timestamptz[]) from public, anon, authenticated;
revoke execute on function public.enqueue_asked_emails(text, text[], uuid[]) from public, anon, authenticated;
revoke execute on function public.join_waitlists(text[], text[], text[], boolean[], text[], timestamptz[], integer, numeric, text)
  from public, anon, authenticated;
revoke execute on function public.join_waitlist_batch(text, integer, numeric, text) from public, anon, authenticated;
grant execute on function public.spend_captchas(text[], timestamptz[]) to service_role;
grant execute on function public.take_rate_limits(text[], integer, numeric) to service_role;
grant execute on function public.admit_submissions(text[], integer, numeric, text[], timestamptz[]) to service_role;
grant execute on function public.enqueue_asked_emails(text, text[], uuid[]) to service_role;
grant execute on function public.join_waitlists(text[], text[], text[], boolean[], text[], timestamptz[], integer, numeric, text)
  to service_role;
grant execute on function public.join_waitlist_batch(text, integer, numeric, text) to service_role;
