-- One call of the database per submission (docs/decisions/0095): a form's function spends the captcha, takes the rate limit
-- and stores what was sent in one transaction. What fails spends nothing; what is answered, yes or no, spends both.

-- Both sweep what has expired after they have taken their own row, so that two of them never wait for each other: a sweep
-- waits for nobody, and whoever waits for a bucket has swept none yet.

-- True the first time a solution is spent, false ever after (until it has expired anyway).
create or replace function public.spend_captcha(solution_hash text, solution_expires_at timestamptz) returns boolean
language plpgsql set search_path = '' as $$
declare
  first_time boolean;
begin
  insert into public.spent_captchas (hash, expires_at) values (solution_hash, solution_expires_at)
    on conflict (hash) do nothing;
  first_time := found;
  delete from public.spent_captchas where hash in (
    select hash from public.spent_captchas where expires_at < now() order by expires_at limit 50 for update skip locked
  );
  return first_time;
end $$;

-- Takes one request from a bucket of `burst` requests that refills one every `seconds_per_request`.
-- Returns 0 when it conforms, else the whole seconds to wait.
create or replace function public.take_rate_limit(bucket text, burst integer, seconds_per_request numeric) returns integer
language plpgsql set search_path = '' as $$
declare
  emission constant interval := make_interval(secs => seconds_per_request::double precision);
  tolerance constant interval := emission * (burst - 1);
  earliest timestamptz;
begin
  insert into public.rate_limits as r (key, tat) values (bucket, now() + emission)
    on conflict (key) do update set tat = greatest(r.tat, now()) + emission where r.tat <= now() + tolerance;
  if not found then
    select tat - tolerance into earliest from public.rate_limits where key = bucket;
    return greatest(1, ceil(extract(epoch from earliest - now())))::integer;
  end if;
  delete from public.rate_limits where key in (
    select key from public.rate_limits where tat < now() order by tat limit 50 for update skip locked
  );
  return 0;
end $$;

-- Lets a form's sender in, or says why not: null, or the outcome to answer. The captcha comes first (docs/decisions/0070).
-- Without a solution (reCAPTCHA, which spends its tokens itself) there is none to spend.
create function public.admit_submission(
  bucket text, burst integer, seconds_per_request numeric, solution_hash text, solution_expires_at timestamptz
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wait integer;
begin
  if solution_hash is not null and not public.spend_captcha(solution_hash, solution_expires_at) then
    return '{"outcome": "captcha_spent"}';
  end if;
  wait := public.take_rate_limit(bucket, burst, seconds_per_request);
  if wait > 0 then return jsonb_build_object('outcome', 'rate_limited', 'wait', wait); end if;
  return null;
end $$;

-- `POST /waitlist`. Outcomes: joined, already_subscribed, and those of admit_submission.
create function public.join_waitlist(
  email text, bucket text, burst integer, seconds_per_request numeric, trapped boolean,
  source text default null, solution_hash text default null, solution_expires_at timestamptz default null
) returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  refusal constant jsonb := public.admit_submission(bucket, burst, seconds_per_request, solution_hash, solution_expires_at);
begin
  if refusal is not null then return refusal; end if;
  if trapped then
    perform public.count_trapped('waitlist');
    return '{"outcome": "joined"}';
  end if;
  -- The first two table calls of requirements 7. Who has unsubscribed is on the list no more.
  perform email from public.waitlist where email = join_waitlist.email and unsubscribed_at is null limit 1;
  if found then return '{"outcome": "already_subscribed"}'; end if;
  insert into public.waitlist (email, notified, source) values (join_waitlist.email, false, join_waitlist.source)
    on conflict (email) do nothing;
  if not found then
    -- Somebody who had unsubscribed is subscribed anew (docs/decisions/0090); of two at once, one finds them so.
    update public.waitlist set unsubscribed_at = null, confirmed_at = null, notified = false
      where email = join_waitlist.email and unsubscribed_at is not null;
  end if;
  return case when found then '{"outcome": "joined"}'::jsonb else '{"outcome": "already_subscribed"}' end;
end $$;

-- `POST /beta`. Outcomes: submitted, too_many_applications, submission_id_taken, and those of admit_submission. The same
-- application sent again under its id is stored once and accepted again.
create function public.apply_for_beta(
  id uuid, name text, email text, role text, reason text, bucket text, burst integer, seconds_per_request numeric,
  trapped boolean, company text default null, solution_hash text default null, solution_expires_at timestamptz default null
) returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  refusal constant jsonb := public.admit_submission(bucket, burst, seconds_per_request, solution_hash, solution_expires_at);
begin
  if refusal is not null then return refusal; end if;
  if trapped then
    perform public.count_trapped('beta');
    return '{"outcome": "submitted"}';
  end if;
  begin
    -- The third table call of requirements 7.
    insert into public.beta_applications (id, name, email, company, role, reason, status) values (
      apply_for_beta.id, apply_for_beta.name, apply_for_beta.email, apply_for_beta.company, apply_for_beta.role,
      apply_for_beta.reason, 'pending'
    ) on conflict (id) do nothing;
  exception when sqlstate 'PT429' then
    return '{"outcome": "too_many_applications"}';
  end;
  if not found then
    perform from public.beta_applications where id = apply_for_beta.id
      and name = apply_for_beta.name and email = apply_for_beta.email and role = apply_for_beta.role
      and reason = apply_for_beta.reason and company is not distinct from apply_for_beta.company;
  end if;
  return case when found then '{"outcome": "submitted"}'::jsonb else '{"outcome": "submission_id_taken"}' end;
end $$;

-- Whether an address belongs to an applicant, who gets a sign-in link without having an account.
create function public.has_applied(email text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.beta_applications a where a.email = has_applied.email);
$$;

-- What GET /health asks, now by the very call that a join makes. RFC 2606: an address that nobody can have.
create or replace function public.check_store() returns boolean
language plpgsql set search_path = '' as $$
declare
  nobody constant text := repeat('0', 64);
begin
  begin
    perform public.join_waitlist(
      email => gen_random_uuid() || '@keelbook.invalid', bucket => 'health:' || nobody, burst => 1, seconds_per_request => 1,
      trapped => false, solution_hash => nobody, solution_expires_at => now() + interval '1 minute'
    );
    raise exception using errcode = 'KB000', message = 'taken back';
  exception when sqlstate 'KB000' then null;
  end;
  insert into public.store_checks (id) values (true) on conflict (id) do update set checked_at = now();
  return true;
end $$;

revoke execute on function public.admit_submission(text, integer, numeric, text, timestamptz) from public, anon, authenticated;
revoke execute on function public.join_waitlist(text, text, integer, numeric, boolean, text, text, timestamptz) from public, anon, authenticated;
revoke execute on function public.apply_for_beta(uuid, text, text, text, text, text, integer, numeric, boolean, text, text, timestamptz)
  from public, anon, authenticated;
revoke execute on function public.has_applied(text) from public, anon, authenticated;
grant execute on function public.admit_submission(text, integer, numeric, text, timestamptz) to service_role;
grant execute on function public.join_waitlist(text, text, integer, numeric, boolean, text, text, timestamptz) to service_role;
grant execute on function public.apply_for_beta(uuid, text, text, text, text, text, integer, numeric, boolean, text, text, timestamptz)
  to service_role;
grant execute on function public.has_applied(text) to service_role;
