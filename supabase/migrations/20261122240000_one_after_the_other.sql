-- What happens to one person at the same time happens one after the other (docs/decisions/0192): whoever changes more than one
-- table takes their mailbox first where mails may be added, then their row of the waitlist, then links, applications, mails and
-- suppressions; of several people, in the order of their addresses.

-- Waits for whoever joins, applies or is erased with an address of these mailboxes, until the end of the transaction.
create function public.hold_mailboxes(people text[]) returns void
language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(mailbox, 20261121200000))
    from (select distinct public.email_mailbox(person) as mailbox from unnest(people) as person order by mailbox) as held;
$$;
revoke execute on function public.hold_mailboxes(text[]) from public, anon, authenticated;
grant execute on function public.hold_mailboxes(text[]) to service_role;

-- As in 20261122120100_application_reports.sql.
create or replace function public.erase_person(person text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(person));
  removed jsonb := '{}'::jsonb;
  place record;
  gone bigint;
  accounts constant uuid[] := array(select id from auth.users where lower(email) = wanted);
  spelling text;
begin
  -- Nobody joins, applies or is announced to meanwhile: what they add would not be seen here, and stay.
  perform public.hold_mailboxes(array[wanted]);
  perform from public.waitlist where email = wanted for update;
  for place in select * from public.tables_hanging_on_persons() loop
    execute format('delete from public.%I t where %s', place.source, place.condition) using wanted;
    get diagnostics gone = row_count;
    removed := removed || jsonb_build_object(place.source, gone);
  end loop;
  for place in select * from public.tables_of_persons() loop
    execute format('delete from public.%I t where %s = $1', place.source, place.address) using wanted;
    get diagnostics gone = row_count;
    removed := removed || jsonb_build_object(place.source, gone);
  end loop;
  delete from auth.flow_state where user_id = any (accounts);
  -- The payload is JSON, on @supabase/lite JSON within a JSON string: without backslashes both quote the address the same.
  -- The first condition is the quick one. Go, which GoTrue is written in, writes an ampersand in JSON as \u0026.
  for spelling in select distinct unnest(array[wanted, replace(wanted, '&', '\u0026')]) loop
    delete from auth.audit_log_entries where position(spelling in payload::text) > 0
      and position('"' || replace(spelling, '\', '') || '"' in replace(payload::text, '\', '')) > 0;
  end loop;
  delete from auth.users where id = any (accounts);
  get diagnostics gone = row_count;
  removed := removed || jsonb_build_object('accounts', gone);
  if exists (select from jsonb_each(removed) where value <> '0') then
    insert into public.erasures (removed) values (removed);
    perform public.suppress_email(wanted, 'erased');
  end if;
  return removed;
end $$;

-- As in 20261122150000_joins_together.sql.
create or replace function public.join_waitlists(
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
  perform public.hold_mailboxes(entered);
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

-- As in 20261121200200_form_mails.sql.
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
  perform public.hold_mailboxes(array[apply_for_beta.email]);
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

-- As in 20261122180000_cheaper_mails_of_joins.sql.
create or replace function public.enqueue_asked_emails(asked_kind text, people text[], applications uuid[] default '{}') returns integer
language plpgsql set search_path = '' as $$
declare
  mailboxes constant text[] := array(
    select public.email_mailbox(person) from unnest(people) with ordinality as p (person, nth) order by nth
  );
  added integer;
begin
  -- Those to one mailbox wait for each other, so that a burst of them is counted too.
  perform public.hold_mailboxes(people);
  if applications = '{}' and cardinality(people) <= 6 and not exists (
    select from public.email_outbox
      where public.email_mailbox(email) = any (mailboxes) and created_at > now() - interval '7 days' and kind = asked_kind
  ) then
    insert into public.email_outbox (kind, email) select asked_kind, person from unnest(people) as person;
  else
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
  end if;
  get diagnostics added = row_count;
  return added;
end $$;

-- As in 20261122110000_who_left.sql.
create or replace function public.record_email_event(event text, people text, provider text default null) returns integer
language plpgsql set search_path = '' as $$
declare
  given constant text[] := array(select distinct lower(btrim(p)) from jsonb_array_elements_text(people::jsonb) p order by 1);
  person text;
  known integer := 0;
begin
  perform from public.waitlist where email = any (given) order by email for no key update;
  foreach person in array given loop
    continue when not exists (select from public.email_outbox where email = person)
      and not exists (select from public.waitlist where email = person)
      and not exists (select from public.beta_applications where email = person);
    known := known + 1;
    -- Told after a bounce, or after they left, a complaint takes nothing back that was still given.
    update public.waitlist set unsubscribed_at = now() where email = person and unsubscribed_at is null;
    if found and event = 'complained' then
      insert into public.consent_events (email, event) values (person, 'unsubscribed');
    end if;
    update public.email_outbox set
        bounced_at = case event when 'bounced' then coalesce(bounced_at, now()) else bounced_at end,
        complained_at = case event when 'complained' then coalesce(complained_at, now()) else complained_at end
      where id = (select id from public.email_outbox
                    where email = person and sent_at is not null and (provider is null or provider_id = provider)
                    order by sent_at desc limit 1);
    perform public.suppress_email(person, event);
  end loop;
  return known;
end $$;

-- As in 20261122110000_who_left.sql.
create or replace function public.settle_emails(results text, most_attempts integer default 15) returns integer
language plpgsql set search_path = '' as $$
declare
  g record;
  bounced boolean;
  person text;
  settled integer := 0;
begin
  -- Whoever may have bounced.
  if jsonb_path_exists(results::jsonb, '$[*] ? (@.outcome == "permanent")') then
    perform from public.waitlist where email = any (array(
      select o.email from jsonb_to_recordset(results::jsonb) as r(id uuid, outcome text)
        join public.email_outbox o on o.id = r.id where r.outcome = 'permanent'
    )) order by email for no key update;
  end if;
  for g in select * from jsonb_to_recordset(results::jsonb) as r(
    id uuid, attempt integer, outcome text, doubtful boolean, code text, provider_id text, wait integer)
  loop
    bounced := g.outcome = 'permanent' and g.code ~ '_5\.(1\.(1|2|3|6|10)|2\.1)$';
    update public.email_outbox o set
        sent_at = case when g.outcome = 'sent' then now() end,
        dead_at = case when g.outcome = 'permanent' or (g.outcome in ('temporary', 'doubtful') and o.attempts >= most_attempts) then now() end,
        last_error = case when g.outcome <> 'sent' then coalesce(g.code, o.last_error) end,
        attempts = o.attempts - case when g.outcome = 'released' then 1 else 0 end,
        doubtful_since = case when g.outcome = 'doubtful' or (g.doubtful and g.outcome in ('temporary', 'released')) then o.doubtful_since end,
        leased_until = null,
        provider_id = coalesce(g.provider_id, o.provider_id),
        bounced_at = case when bounced then now() else o.bounced_at end,
        not_before = case
          when g.outcome in ('temporary', 'doubtful') then now() + make_interval(secs => greatest(coalesce(g.wait, 0),
            least(60 * 2 ^ least(o.attempts - 1, 8), 14400) * (0.75 + random() / 2)))
          else o.not_before end
      where o.id = g.id and o.sent_at is null and (g.outcome = 'sent' or (o.dead_at is null and o.attempts = g.attempt))
      returning o.email into person;
    continue when not found;
    settled := settled + 1;
    if bounced then
      perform public.suppress_email(person, 'bounced');
      update public.waitlist l set unsubscribed_at = now() where l.email = person and l.unsubscribed_at is null;
    end if;
  end loop;
  return settled;
end $$;

-- As in 20261121230100_mark_consent.sql.
create or replace function public.mark_waitlist(addresses text, event text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant text[] := array(select jsonb_array_elements_text(addresses::jsonb));
  changed bigint;
begin
  perform from public.waitlist where email = any(given) order by email for no key update;
  case event
    when 'notified' then
      update public.waitlist set notified = true where email = any(given) and not notified;
      get diagnostics changed = row_count;
    when 'unsubscribed' then
      with gone as (
        update public.waitlist set unsubscribed_at = now() where email = any(given) and unsubscribed_at is null returning email
      ), noted as (
        insert into public.consent_events (email, event) select email, 'unsubscribed' from gone
      )
      select count(*) into changed from gone;
  end case;
  return jsonb_build_object('changed', changed, 'unknown', (
    select coalesce(jsonb_agg(g.nth - 1 order by g.nth), '[]') from unnest(given) with ordinality as g(email, nth)
    where not exists (select from public.waitlist w where w.email = g.email)
  ));
end $$;

-- As in 20261121200100_email_tokens.sql.
create or replace function public.register_email_tokens(tokens text) returns void
language sql set search_path = '' as $$
  insert into public.email_tokens as t (hash, purpose, email, expires_at)
    select g.hash, g.purpose, g.email, now() + case g.purpose when 'confirm' then interval '90 days' else interval '3 years' end
    from (select distinct on (hash) * from jsonb_to_recordset(tokens::jsonb) as r(hash text, purpose text, email text)) g
    join public.waitlist w on w.email = g.email
    order by g.email, g.hash for key share of w
    on conflict (hash) do update set expires_at = excluded.expires_at where t.purpose = 'unsubscribe';
$$;

-- As in 20261121200300_email_operations.sql.
create or replace function public.import_email_records(tokens text, consents text) returns void
language sql set search_path = '' as $$
  insert into public.email_tokens (hash, purpose, email, created_at, expires_at, spent_at)
    select g.* from jsonb_to_recordset(tokens::jsonb) as g(
        hash text, purpose text, email text, created_at timestamptz, expires_at timestamptz, spent_at timestamptz)
      join public.waitlist w on w.email = g.email order by g.email for key share of w
    on conflict (hash) do nothing;
  insert into public.consent_events (id, email, event, happened_at, text_version, client_hash)
    select g.* from jsonb_to_recordset(consents::jsonb) as g(
        id uuid, email text, event text, happened_at timestamptz, text_version text, client_hash text)
      join public.waitlist w on w.email = g.email order by g.email for key share of w
    on conflict (id) do nothing;
$$;

-- As in 20261121220000_announcements.sql.
create or replace function public.import_update_recipients(recipients text) returns void
language sql set search_path = '' as $$
  insert into public.email_update_recipients (id, name, email, hash, told_at)
    select g.* from jsonb_to_recordset(recipients::jsonb) as g(id uuid, name text, email text, hash text, told_at timestamptz)
      join public.waitlist w on w.email = g.email order by g.email for key share of w
    on conflict do nothing;
$$;

-- As in 20261121200100_email_tokens.sql.
create or replace function public.confirm_email(token_hash text, client_hash text default null) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  token public.email_tokens;
begin
  perform from public.waitlist w join public.email_tokens t on t.email = w.email where t.hash = token_hash for no key update of w;
  select * into token from public.email_tokens where hash = token_hash and purpose = 'confirm' for update;
  if token.spent_at is null and token.expires_at > now() then
    update public.waitlist set confirmed_at = coalesce(confirmed_at, now()) where email = token.email and unsubscribed_at is null;
    if not found then return false; end if;
    update public.email_tokens set spent_at = now() where hash = token_hash;
    insert into public.consent_events (email, event, client_hash) values (token.email, 'confirmed', confirm_email.client_hash);
    return true;
  end if;
  return exists (select from public.waitlist w where w.email = token.email and w.confirmed_at is not null and w.unsubscribed_at is null
                   and token.spent_at is not null);
end $$;

-- As in 20261121200100_email_tokens.sql.
create or replace function public.unsubscribe_email(token_hash text, client_hash text default null) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  person text;
begin
  perform from public.waitlist w join public.email_tokens t on t.email = w.email where t.hash = token_hash for no key update of w;
  update public.email_tokens set spent_at = coalesce(spent_at, now())
    where hash = token_hash and purpose = 'unsubscribe' and expires_at > now() returning email into person;
  if person is null then return false; end if;
  update public.waitlist set unsubscribed_at = now() where email = person and unsubscribed_at is null;
  if found then
    insert into public.consent_events (email, event, client_hash) values (person, 'unsubscribed', unsubscribe_email.client_hash);
  end if;
  return true;
end $$;

-- As in 20261122220000_imports_note_who_left.sql.
create or replace function public.import_waitlist(people text, override_suppression boolean default false, rehearsal boolean default false) returns jsonb
language plpgsql set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  people_json constant jsonb := people::jsonb;
  most_attempts constant integer := 5;
  leaving record;
  unsubscribed integer;
  broken text;
  outcome jsonb;
begin
  for attempt in 1..most_attempts loop
    begin
      if override_suppression then
        delete from public.email_suppressions where hash in (
          select unnest(public.suppression_hashes(g.email)) from jsonb_to_recordset(people_json) as g(email text, suppress text) where g.suppress is null
        );
      end if;
      unsubscribed := 0;
      if jsonb_path_exists(people_json, '$[*].suppress') or jsonb_path_exists(people_json, '$[*].unsubscribed_at') then
        perform from public.waitlist where email = any (array(
          select g.email from jsonb_to_recordset(people_json) as g(email text, unsubscribed_at timestamptz, suppress text)
            where g.suppress is not null or g.unsubscribed_at is not null
        )) order by email for no key update;
        for leaving in
          select * from jsonb_to_recordset(people_json) as g(email text, unsubscribed_at timestamptz, suppress text, again boolean)
            where g.suppress is not null or g.unsubscribed_at is not null
        loop
          if leaving.suppress is not null then
            perform public.suppress_email(leaving.email, leaving.suppress);
          end if;
          update public.waitlist w set unsubscribed_at = coalesce(leaving.unsubscribed_at, now())
            where w.email = leaving.email and w.unsubscribed_at is null;
          if found then
            if leaving.suppress is distinct from 'bounced' then
              insert into public.consent_events (email, event, happened_at)
                values (leaving.email, 'unsubscribed', coalesce(leaving.unsubscribed_at, now()));
            end if;
            if leaving.again is not true then
              unsubscribed := unsubscribed + 1;
            end if;
          end if;
        end loop;
      end if;
      with given as materialized (
        select * from jsonb_to_recordset(people_json) as g(
          id uuid, email text, created_at timestamptz, source text, notified boolean, confirmed_at timestamptz,
          unsubscribed_at timestamptz, suppress text, again boolean)
      ), kept_out as materialized (
        select g.email, s.reason, g.again from given g
          cross join lateral unnest(public.suppression_hashes(g.email)) as h(hash)
          join public.email_suppressions s on s.hash = h.hash
          where exists (select from public.email_suppressions)
            and (select true from public.waitlist w where w.email = g.email) is null
      ), added as (
        insert into public.waitlist (id, email, created_at, source, notified, confirmed_at, unsubscribed_at)
          select coalesce(g.id, gen_random_uuid()), g.email, coalesce(g.created_at, now()), g.source, coalesce(g.notified, false),
                 g.confirmed_at, g.unsubscribed_at
          from given g where g.suppress is null and g.email not in (select k.email from kept_out k)
            and (select true from public.waitlist w where w.email = g.email) is null
          order by g.id
          returning email
      )
      select jsonb_build_object(
        'added', (select count(*) from added where email not in (select g.email from given g where g.again)),
        'unsubscribed', unsubscribed,
        'suppressed', (select coalesce(jsonb_object_agg(reason, n), '{}') from
                        (select reason, count(*) as n from kept_out where again is not true group by reason) per_reason)
      ) into outcome;
      if rehearsal then
        raise exception 'rehearsed' using errcode = 'KBREH';
      end if;
      exit;
    exception
      when sqlstate 'KBREH' then exit;
      when unique_violation then
        get stacked diagnostics broken = constraint_name;
        if broken <> 'waitlist_email_key' or attempt = most_attempts then raise; end if;
    end;
  end loop;
  return outcome;
end $$;
