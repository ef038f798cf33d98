-- What a visitor's form puts into the outbox, in the transaction that stores it. Said here and nowhere else, so that nothing
-- else that inserts rows (an import, a move, a restore, seed, a person at the database) can mail anybody.

drop function public.join_waitlist(text, text, integer, numeric, boolean, text, text, timestamptz);

-- As in 20261121180000_forms_in_one_call.sql, with the mail that asks to confirm, and the proof of consent. Who is on the
-- list and never confirmed is asked again, within the bounds of enqueue_asked_email, and told nothing else for it.
create function public.join_waitlist(
  email text, bucket text, burst integer, seconds_per_request numeric, trapped boolean,
  source text default null, solution_hash text default null, solution_expires_at timestamptz default null,
  consent_text text default null
) returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  refusal constant jsonb := public.admit_submission(bucket, burst, seconds_per_request, solution_hash, solution_expires_at);
begin
  if refusal is not null then return refusal; end if;
  if trapped then
    perform public.count_trapped('waitlist');
    return '{"outcome": "joined"}'::jsonb;
  end if;
  -- The first two table calls of requirements 7. Who has unsubscribed is on the list no more.
  perform email from public.waitlist where email = join_waitlist.email and unsubscribed_at is null limit 1;
  if found then
    if exists (select from public.waitlist w where w.email = join_waitlist.email and w.confirmed_at is null) then
      perform public.enqueue_asked_email('waitlist-confirmation', join_waitlist.email);
    end if;
    return '{"outcome": "already_subscribed"}'::jsonb;
  end if;
  insert into public.waitlist (email, notified, source) values (join_waitlist.email, false, join_waitlist.source)
    on conflict (email) do nothing;
  if not found then
    -- Somebody who had unsubscribed is subscribed anew (docs/decisions/0090); of two at once, one finds them so.
    update public.waitlist set unsubscribed_at = null, confirmed_at = null, notified = false
      where email = join_waitlist.email and unsubscribed_at is not null;
  end if;
  if not found then return '{"outcome": "already_subscribed"}'::jsonb; end if;
  insert into public.consent_events (email, event, text_version, client_hash)
    values (join_waitlist.email, 'asked', consent_text, substring(bucket from '^[a-z]+:([0-9a-f]{64})$'));
  perform public.enqueue_asked_email('waitlist-confirmation', join_waitlist.email);
  return '{"outcome": "joined"}'::jsonb;
end $$;

-- As there, with the mail that says that it has arrived.
create or replace function public.apply_for_beta(
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
    return '{"outcome": "submitted"}'::jsonb;
  end if;
  begin
    -- The third table call of requirements 7.
    insert into public.beta_applications (id, name, email, company, role, reason, status) values (
      apply_for_beta.id, apply_for_beta.name, apply_for_beta.email, apply_for_beta.company, apply_for_beta.role,
      apply_for_beta.reason, 'pending'
    ) on conflict (id) do nothing;
  exception when sqlstate 'PT429' then
    return '{"outcome": "too_many_applications"}'::jsonb;
  end;
  if found then
    perform public.enqueue_asked_email('application-received', apply_for_beta.email, apply_for_beta.id);
    return '{"outcome": "submitted"}'::jsonb;
  end if;
  perform from public.beta_applications where id = apply_for_beta.id
    and name = apply_for_beta.name and email = apply_for_beta.email and role = apply_for_beta.role
    and reason = apply_for_beta.reason and company is not distinct from apply_for_beta.company;
  return case when found then '{"outcome": "submitted"}'::jsonb else '{"outcome": "submission_id_taken"}' end;
end $$;

revoke execute on function public.join_waitlist(text, text, integer, numeric, boolean, text, text, timestamptz, text) from public, anon, authenticated;
grant execute on function public.join_waitlist(text, text, integer, numeric, boolean, text, text, timestamptz, text) to service_role;
