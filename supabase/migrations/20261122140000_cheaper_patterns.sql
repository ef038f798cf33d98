-- PostgreSQL builds a state for each repetition that a pattern counts, anew in each statement (docs/decisions/0180): the rules
-- say the same without counting, and the key of a bucket is cut at its colon.
alter table public.spent_captchas drop constraint spent_captchas_hash_format,
  add constraint spent_captchas_hash_format check (char_length(hash) = 64 and hash ~ '^[0-9a-f]*$');
alter table public.rate_limits drop constraint rate_limits_key_format,
  add constraint rate_limits_key_format check (char_length(split_part(key, ':', 2)) = 64 and key ~ '^[a-z]+:[0-9a-f]*$');
alter table public.consent_events drop constraint consent_events_client_hash_format,
  add constraint consent_events_client_hash_format check (char_length(client_hash) = 64 and client_hash ~ '^[0-9a-f]*$');
alter table public.consent_events drop constraint consent_events_text_version_format,
  add constraint consent_events_text_version_format
    check (char_length(text_version) between 1 and 40 and text_version ~ '^[a-z0-9.-]*$');

-- As in 20261121200200_form_mails.sql.
create or replace function public.join_waitlist(
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
  -- The bucket has been taken, so that its key has the form that rate_limits asks for.
  insert into public.consent_events (email, event, text_version, client_hash)
    values (join_waitlist.email, 'asked', consent_text, split_part(bucket, ':', 2));
  perform public.enqueue_asked_email('waitlist-confirmation', join_waitlist.email);
  return '{"outcome": "joined"}'::jsonb;
end $$;
