-- The two forms. Each submission is one call and one transaction (docs/decisions/0095): it spends the captcha,
-- takes the rate limit and stores what was sent. A call that fails spends nothing; one that is answered, yes or
-- no, spends both. The decisions on applications follow.

-- Admits the sender of a form, or says why not: null, or the outcome to answer. The captcha comes first
-- (docs/decisions/0070). Without a solution (reCAPTCHA spends its tokens itself) there is none to spend.
create function public.admit_submission(
  bucket text, burst integer, seconds_per_request numeric, solution_hash text, solution_expires_at timestamptz
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  wait integer;
begin
  if solution_hash is not null then
    insert into public.spent_captchas (hash, expires_at) values (solution_hash, solution_expires_at) on conflict (hash) do nothing;
    if not found then return '{"outcome": "captcha_spent"}'; end if;
  end if;
  wait := public.take_rate_limit(bucket, burst, seconds_per_request);
  if wait > 0 then return jsonb_build_object('outcome', 'rate_limited', 'wait', wait); end if;
  return null;
end $$;

-- `POST /waitlist`. Outcomes: joined, with {id, share_code} of the `person`, already_subscribed, mail_returned,
-- and those of admit_submission. The person is left out if the address was on the list before: somebody who
-- joins with another's address sees and changes nothing of theirs until it is confirmed.
-- `subscriber`: a JSON object in a text, the columns of the row that are sent. `via`: the share code of the
-- referrer; an unknown one is ignored. `consent_text` and `client_hash` are the proof of consent: the text's
-- version, and a keyed hash of the network address.
create function public.join_waitlist(
  subscriber text, bucket text, burst integer, seconds_per_request numeric,
  solution_hash text default null, solution_expires_at timestamptz default null, consent_text text default null,
  client_hash text default null, via text default null
) returns jsonb
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  given constant jsonb := public.known_json(subscriber, public.columns_of('waitlist'));
  refusal constant jsonb := public.admit_submission(bucket, burst, seconds_per_request, solution_hash, solution_expires_at);
  person constant text := given ->> 'email';
  listed public.waitlist;
  joined boolean := false;
  back boolean := false;
  returned text;
begin
  if refusal is not null then return refusal; end if;
  perform public.lock_mailbox(person);
  -- After a bounce, joining again is one new attempt; after a complaint it is none. The page asks nobody to
  -- look for a mail that is not sent.
  returned := public.suppression_reason(person);
  if returned = 'bounced' then
    perform public.enqueue_asked_email('waitlist-confirmation', person);
  end if;
  if returned = 'complained' or (returned = 'bounced' and not exists (
    select from public.email_outbox o
      where o.email = person and o.kind = 'waitlist-confirmation' and o.sent_at is null and o.failed_at is null)) then
    return '{"outcome": "mail_returned"}';
  end if;
  -- These are the first two table calls of requirements 7. An import may add the same person at this moment,
  -- hence the second look.
  select * into listed from public.waitlist where email = person limit 1 for update;
  if not found then
    insert into public.waitlist select * from public.new_subscriber((given || jsonb_build_object('created_at', now(), 'joined_at', now(),
        'referred_by', (select share_code from public.waitlist where share_code = join_waitlist.via)))::text)
      on conflict (email) do nothing returning * into listed;
    joined := found;
    if joined then perform public.queue_webhook_event('waitlist.joined', listed.id);
    else select * into listed from public.waitlist where email = person for update; end if;
  end if;
  if listed.unsubscribed_at is not null then
    -- A person who had unsubscribed is subscribed anew.
    update public.waitlist set unsubscribed_at = null, confirmed_at = null, notified = false, joined_at = now() where email = person;
    joined := true;
    back := true;
  end if;
  if joined then
    insert into public.consent_events (person, event, text_version, client_hash)
      values (listed.id, 'asked', consent_text, join_waitlist.client_hash);
  end if;
  if joined or returned = 'bounced' then
    perform public.lift_suppression(person, array['erased', 'unsubscribed', 'bounced']);
  end if;
  -- A person who is on the list and never confirmed is asked again, and gets no other mail.
  if joined or listed.confirmed_at is null then
    perform public.enqueue_asked_email('waitlist-confirmation', person);
  end if;
  if not joined then return '{"outcome": "already_subscribed"}'; end if;
  if back then return '{"outcome": "joined"}'; end if;
  return jsonb_build_object('outcome', 'joined', 'person', jsonb_build_object('id', listed.id, 'share_code', listed.share_code));
end $$;

-- `POST /answers`: adds answers, a JSON object in a text, to those of a person. Returns whether they are on the list.
create function public.save_answers(person uuid, given text) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.waitlist set answers = answers || given::jsonb where id = person and unsubscribed_at is null;
  return found;
end $$;

-- `POST /beta`. `application`: a JSON object in a text, the columns of the row that are sent. Outcomes: submitted, too_many_applications,
-- submission_id_taken, and those of admit_submission. The same application sent again under its id is stored once and accepted again.
-- One person may apply more than once on purpose (requirements 4), but not a hundred times: five pending applications an address
-- (`maxOpenApplications`).
create function public.apply_for_beta(
  application text, bucket text, burst integer, seconds_per_request numeric,
  solution_hash text default null, solution_expires_at timestamptz default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  own constant jsonb := jsonb_build_object('status', 'pending', 'created_at', now(), 'reviewed_at', null);
  given constant public.beta_applications := jsonb_populate_record(null::public.beta_applications,
    public.known_json(application, public.columns_of('beta_applications')) || own);
  refusal constant jsonb := public.admit_submission(bucket, burst, seconds_per_request, solution_hash, solution_expires_at);
begin
  if refusal is not null then return refusal; end if;
  -- The lock lets a burst of them be counted, too.
  perform public.lock_mailbox(given.email);
  if not exists (select from public.beta_applications a where a.id = given.id)
    and (select count(*) from public.beta_applications a where a.email = given.email and a.status = 'pending') >= 5 then
    return '{"outcome": "too_many_applications"}';
  end if;
  -- This is the third table call of requirements 7.
  insert into public.beta_applications values (given.*) on conflict (id) do nothing;
  if found then
    perform public.queue_webhook_event('beta.submitted', given.id);
    perform public.enqueue_asked_email('application-received', given.email, given.id);
    -- An application is one new attempt, too. It also resumes the waitlist's mails, unless the person
    -- unsubscribed.
    perform public.lift_bounce(w.id) from public.waitlist w where w.email = given.email;
    perform public.lift_suppression(given.email, array['erased', 'bounced']);
    return '{"outcome": "submitted"}';
  end if;
  perform from public.beta_applications a where a.id = given.id and to_jsonb(a) || own = to_jsonb(given);
  return jsonb_build_object('outcome', case when found then 'submitted' else 'submission_id_taken' end);
end $$;

-- Whether an address belongs to an applicant, who gets a sign-in link without having an account.
create function public.has_applied(email text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.beta_applications a where a.email = has_applied.email);
$$;

-- Answers for GET /health whether a join would be stored now. It joins and rolls that back, then writes one
-- small row for good, because only a real write tells whether the disk takes it. Nobody can have the address
-- (RFC 2606). Returns which schema the database has, as schema_sha256() does: the host's code may expect another.
create function public.check_store() returns text
language plpgsql set search_path = '' as $$
declare
  nobody constant text := repeat('0', 64);
begin
  begin
    perform public.join_waitlist(
      subscriber => jsonb_build_object('email', gen_random_uuid() || '@keelbook.invalid')::text,
      bucket => 'health:' || nobody, burst => 1, seconds_per_request => 1,
      solution_hash => nobody, solution_expires_at => now() + interval '1 minute'
    );
    raise exception using errcode = 'KB000', message = 'taken back';
  exception when sqlstate 'KB000' then null;
  end;
  insert into public.system_times (name) values ('store_checked') on conflict (name) do update set at = now();
  return public.schema_sha256();
end $$;

-- Says in a sentence how an application came to its status.
create function public.describe_application_status(application uuid) returns text
language sql stable set search_path = '' as $$
  select case when e.actor is null then format('It is %s.', a.status)
    else format('It was %s by %s on %s UTC.', case e.to_status when 'pending' then 'reopened' else e.to_status end, e.actor,
      to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')) end
  from public.beta_applications a left join lateral (
    select * from public.beta_application_events of_it
      where of_it.application_id = a.id and of_it.from_status is distinct from of_it.to_status
      order by of_it.created_at desc, of_it.id desc limit 1
  ) e on true
  where a.id = application;
$$;

-- A decision stands until somebody reopens the application. This holds for every role that changes the row
-- (docs/decisions/0153).
create function public.guard_application_status() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.status <> 'pending' and new.status <> 'pending' then
    raise sqlstate 'PT409' using message = public.describe_application_status(old.id) || ' Reopen it first to decide otherwise.';
  end if;
  new.reviewed_at := case when new.status <> 'pending' then clock_timestamp() end;
  return new;
end $$;
create trigger beta_applications_guard_status before update of status on public.beta_applications
  for each row when (old.status is distinct from new.status) execute function public.guard_application_status();

-- What review_application() says about the change under way: {event, actor, note, mail_after_seconds}; else {}.
create function public.current_review() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('keelbook.review', true), ''), '{}')::jsonb;
$$;

-- Adds a line to the history of an application.
create function public.note_application_status() returns trigger
language plpgsql set search_path = '' as $$
declare
  review constant jsonb := public.current_review();
begin
  insert into public.beta_application_events (id, application_id, created_at, actor, from_status, to_status, note) values (
    coalesce((review ->> 'event')::uuid, public.new_id()), new.id, coalesce(new.reviewed_at, clock_timestamp()),
    coalesce(review ->> 'actor', 'database role ' || coalesce(nullif(current_setting('role', true), 'none'), session_user)),
    old.status, new.status, review ->> 'note');
  return null;
end $$;
create trigger beta_applications_note_status after update of status on public.beta_applications
  for each row when (old.status is distinct from new.status) execute function public.note_application_status();

-- Queues the mail about a decision. This follows a change of status only, never an insert: an application that
-- is imported, moved or restored as accepted was mailed before. Nobody is mailed the same decision twice in a
-- row.
create function public.enqueue_decision_email() returns trigger
language plpgsql set search_path = '' as $$
declare
  decided constant text := 'application-' || new.status;
  last_mailed text;
begin
  -- The lock waits for a sender that is sending or ending one of these mails now.
  perform from public.email_outbox where application_id = new.id for update;
  select kind into last_mailed from public.email_outbox
    where application_id = new.id and kind in ('application-accepted', 'application-declined')
      -- A mail of the same decision that was given up is sent again, even though it may have arrived.
      and (sent_at is not null or (doubtful_since is not null and (failed_at is null or kind <> decided)))
    order by coalesce(sent_at, doubtful_since) desc limit 1;
  if last_mailed = decided then return null; end if;
  -- A queued or failed mail of an earlier decision must not be sent beside this one.
  update public.email_outbox set failed_at = coalesce(failed_at, now()), last_error = 'not_needed'
    where application_id = new.id and kind = decided and sent_at is null;
  insert into public.email_outbox (kind, email, application_id, not_before) values (
    decided, new.email, new.id, now() + make_interval(secs => coalesce((public.current_review() ->> 'mail_after_seconds')::integer, 0)));
  return null;
end $$;
create trigger beta_applications_mail_decision after update of status on public.beta_applications
  for each row when (old.status = 'pending' and new.status in ('accepted', 'declined')) execute function public.enqueue_decision_email();

-- Decides on an application, reopens it, or adds a note alone. `event`, the id of the line of the history,
-- makes a call repeatable. `mail_after_seconds` is the time in which the decision may be taken back before the
-- applicant hears of it.
-- Returns the `status`, why the applicant is `unreachable`, the decision that they were `last_mailed`, and as
-- `mail_queued` whether a mail about the status is queued.
-- PT404: there is no such application. PT409: its status does not allow the change; the message says how it
-- came to that status.
create function public.review_application(
  application uuid, event uuid, actor text, decision text default null, note text default null,
  mail_after_seconds integer default 0, dry_run boolean default false
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  old_status text;
  outcome jsonb;
begin
  begin
    select a.status into old_status from public.beta_applications a where a.id = application for update;
    if old_status is null then
      raise sqlstate 'PT404' using message = 'There is no application with this id.';
    end if;
    if exists (select from public.beta_application_events e where e.id = event and e.application_id = application) then
      null;
    elsif decision is null then
      insert into public.beta_application_events (id, application_id, actor, from_status, to_status, note)
        values (event, application, review_application.actor, old_status, old_status, review_application.note);
    elsif decision = old_status then
      raise sqlstate 'PT409' using message = public.describe_application_status(application);
    else
      perform set_config('keelbook.review', jsonb_build_object(
        'event', event, 'actor', actor, 'note', note, 'mail_after_seconds', mail_after_seconds)::text, true);
      update public.beta_applications a set status = decision where a.id = application;
      perform set_config('keelbook.review', '', true);
    end if;
    select jsonb_build_object(
      'status', a.status,
      'unreachable', blocked,
      'last_mailed', (select substr(o.kind, 13) from public.email_outbox o
                 where o.application_id = a.id and o.kind in ('application-accepted', 'application-declined')
                   and coalesce(o.sent_at, o.doubtful_since) is not null
                 order by coalesce(o.sent_at, o.doubtful_since) desc limit 1),
      'mail_queued', blocked is null and exists (select from public.email_outbox o
                 where o.application_id = a.id and o.kind = 'application-' || a.status and o.sent_at is null and o.failed_at is null)
    ) into outcome from public.beta_applications a, public.suppression_reason(a.email) as blocked where a.id = application;
    if dry_run then raise exception using errcode = 'KB000', message = 'taken back'; end if;
  exception when sqlstate 'KB000' then null;
  end;
  return outcome;
end $$;
