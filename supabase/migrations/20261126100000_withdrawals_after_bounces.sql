-- What is known of consent does not depend on the order in which it is told (docs/decisions/0146): who unsubscribes or complains after
-- a bounce took them off the list withdraws consent all the same, as if the bounce were told last.

-- Takes a person off the list who withdraws consent, and notes that once for each time consent was given. Returns whether they were on
-- the list. Who left before, but for a bounce, has nothing to withdraw.
create function public.withdraw_consent(person text, since timestamptz default now(), client text default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  listed boolean;
begin
  update public.waitlist set unsubscribed_at = since where email = person and unsubscribed_at is null;
  listed := found;
  if not listed then
    -- A time that is known already tells nothing new: an export of this list, or a move, brings that of a bounce.
    perform from public.waitlist w where w.email = person
      and date_trunc('milliseconds', w.unsubscribed_at) <> date_trunc('milliseconds', since) and not exists (
      select from public.consent_events c where c.email = person and c.event = 'unsubscribed' and (
        c.happened_at in (since, w.unsubscribed_at) or c.happened_at >= coalesce(
          (select max(g.happened_at) from public.consent_events g where g.email = person and g.event <> 'unsubscribed'), '-infinity')));
    if not found then return false; end if;
    -- By itself, as a hash takes longest.
    perform from public.email_suppressions s where s.hash = any (public.suppression_hashes(person)) and s.reason = 'bounced';
    if not found then return false; end if;
    update public.waitlist set unsubscribed_at = since where email = person;
  end if;
  insert into public.consent_events (email, event, happened_at, client_hash) values (person, 'unsubscribed', since, client);
  return listed;
end $$;
revoke execute on function public.withdraw_consent(text, timestamptz, text) from public, anon, authenticated;

-- As in 20261122240000_one_after_the_other.sql.
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
  perform public.withdraw_consent(person, client => unsubscribe_email.client_hash);
  return true;
end $$;

-- As there.
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
      perform public.withdraw_consent(email) from public.waitlist where email = any(given) and unsubscribed_at is not null;
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

-- As there. A provider whose SMTP server sends gives its id of a mail only with its report.
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
    -- Before the complaint hides that a bounce took them off the list.
    if event = 'complained' then
      perform public.withdraw_consent(person);
    end if;
    update public.waitlist set unsubscribed_at = now() where email = person and unsubscribed_at is null;
    update public.email_outbox set
        bounced_at = case event when 'bounced' then coalesce(bounced_at, now()) else bounced_at end,
        complained_at = case event when 'complained' then coalesce(complained_at, now()) else complained_at end
      where id = (select id from public.email_outbox
                    where email = person and sent_at is not null and (provider is null or coalesce(provider_id, provider) = provider)
                    order by coalesce(provider_id = provider, false) desc, sent_at desc limit 1);
    perform public.suppress_email(person, event);
  end loop;
  return known;
end $$;

-- As in 20261122260000_imports_and_erasures.sql. A line that gives no time of leaving says only that mail bounced.
create or replace function public.import_waitlist(people text, override_suppression boolean default false, rehearsal boolean default false) returns jsonb
language plpgsql set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  people_json constant jsonb := people::jsonb;
  most_attempts constant integer := 5;
  leaving record;
  unsubscribed integer;
  left_now boolean;
  broken text;
  outcome jsonb;
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(20261122, 260000);
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
          left_now := false;
          if leaving.unsubscribed_at is not null or leaving.suppress = 'complained' then
            left_now := public.withdraw_consent(leaving.email, coalesce(leaving.unsubscribed_at, now()));
          end if;
          if leaving.suppress is not null then
            perform public.suppress_email(leaving.email, leaving.suppress);
            update public.waitlist w set unsubscribed_at = now() where w.email = leaving.email and w.unsubscribed_at is null;
            left_now := left_now or found;
          end if;
          if left_now and leaving.again is not true then
            unsubscribed := unsubscribed + 1;
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
