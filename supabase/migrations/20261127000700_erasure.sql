-- The data about a person, their erasure (GDPR articles 15 and 17, CCPA 1798.105), and the erasure of what has
-- expired.

-- The tables that hold data of a person, whose address is $1. Rows that refer to other rows come before them.
create function public.tables_of_persons() returns table (source text, condition text)
language sql immutable set search_path = '' as $$
  values
    ('beta_application_events', 'application_id in (select id from public.beta_applications where email = $1)'),
    ('consent_events', 'person = (select id from public.waitlist where email = $1)'),
    ('email_outbox', 'email = $1'),
    ('email_tokens', 'person = (select id from public.waitlist where email = $1)'),
    ('import_people', 'person = (select id from public.waitlist where email = $1)'),
    ('email_update_recipients', 'person = (select id from public.waitlist where email = $1)'),
    ('beta_applications', 'email = $1'),
    ('waitlist', 'email = $1');
$$;

-- All rows about a person by table, their accounts with sessions, and why they are not mailed. Security
-- definer, because the service role cannot read the schema auth.
create function public.person_data(person text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(person));
  person_hash constant text := public.suppression_hash(person);
  data jsonb := '{}';
  place record;
  found_rows jsonb;
begin
  for place in select * from public.tables_of_persons() loop
    execute format('select jsonb_agg(to_jsonb(t)) from public.%I t where %s', place.source, place.condition) into found_rows using wanted;
    data := data || jsonb_build_object(place.source, coalesce(found_rows, '[]'));
  end loop;
  select jsonb_agg(jsonb_build_object(
    'id', u.id, 'email', u.email, 'phone', u.phone, 'metadata', u.raw_user_meta_data, 'created_at', u.created_at,
    'confirmed_at', u.email_confirmed_at, 'last_sign_in_at', u.last_sign_in_at,
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'ip', s.ip, 'user_agent', s.user_agent)), '[]')
                 from auth.sessions s where s.user_id = u.id)
  )) into found_rows from auth.users u where lower(u.email) = wanted;
  return data || jsonb_build_object(
    'accounts', coalesce(found_rows, '[]'),
    'suppressions', (select coalesce(jsonb_agg(jsonb_build_object('reason', s.reason, 'created_at', s.created_at)), '[]')
      from public.email_suppressions s where s.hash = person_hash));
end $$;

-- Erases a person in one transaction, and records it. Returns how many rows were erased from which table.
-- Imports do not bring the person back.
create function public.erase_person(person text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(person));
  removed jsonb := '{}';
  place record;
  row_total bigint;
  accounts constant uuid[] := array(select id from auth.users where lower(email) = wanted);
  spelling text;
begin
  -- The locks keep anybody from joining, applying, being announced to or imported meanwhile: the new rows would
  -- not be seen here, and would stay.
  perform pg_catalog.pg_advisory_xact_lock(20261122, 260000);
  perform public.lock_mailbox(wanted);
  perform from public.waitlist where email = wanted for update;
  update public.waitlist set referred_by = null where referred_by = (select w.share_code from public.waitlist w where w.email = wanted);
  for place in select * from public.tables_of_persons() loop
    execute format('delete from public.%I t where %s', place.source, place.condition) using wanted;
    get diagnostics row_total = row_count;
    removed := removed || jsonb_build_object(place.source, row_total);
  end loop;
  delete from auth.flow_state where user_id = any (accounts);
  -- GoTrue keeps here which address another account wanted (…0600_accounts.sql); @supabase/lite has no such
  -- table.
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where relates_to = wanted;
  end if;
  -- The payload is JSON; on @supabase/lite it is JSON within a JSON string. Without backslashes both quote the
  -- address in the same way. GoTrue is written in Go, which writes an ampersand in JSON as \u0026. The first
  -- condition is the quick one.
  for spelling in select distinct unnest(array[wanted, replace(wanted, '&', '\u0026')]) loop
    delete from auth.audit_log_entries where position(spelling in payload::text) > 0
      and position('"' || replace(spelling, '\', '') || '"' in replace(payload::text, '\', '')) > 0;
  end loop;
  delete from auth.users where id = any (accounts);
  get diagnostics row_total = row_count;
  removed := removed || jsonb_build_object('accounts', row_total);
  if exists (select from jsonb_each(removed) where value <> '0') then
    insert into public.erasures (removed, hash) values (removed, public.suppression_hash(wanted));
    perform public.suppress_email(wanted, 'erased');
  end if;
  return removed;
end $$;

-- Erases up to `most` applications that were made until then, oldest first, with their mails and history: the
-- beta form promises to keep them "until the beta is over". Security definer, because no other role may erase
-- the history.
create function public.erase_applications(made_until timestamptz, most integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  chosen constant uuid[] := array(
    select a.id from public.beta_applications a where a.created_at <= made_until order by a.created_at, a.id limit most for update);
  events bigint;
  mails bigint;
  removed jsonb;
begin
  delete from public.beta_application_events e where e.application_id = any (chosen);
  get diagnostics events = row_count;
  delete from public.email_outbox o where o.application_id = any (chosen);
  get diagnostics mails = row_count;
  delete from public.beta_applications a where a.id = any (chosen);
  removed := jsonb_build_object('beta_applications', cardinality(chosen), 'beta_application_events', events, 'email_outbox', mails);
  if chosen <> '{}' then
    insert into public.erasures (removed, applications_until) values (removed, made_until);
  end if;
  return removed;
end $$;

-- Erases what has expired in a page of rows, in the order of their keys. `request`: a JSON object in a text
-- with
--   part: links, people, accounts, mails or limits; scan, the rows to look at; after, the key to continue
--   after;
--   unconfirmed_days, for people and accounts that were not confirmed;
--   kept_days, for people who unsubscribed and mails that were sent or failed;
--   dry_run, to change nothing; remember, to note how far it has come, until the last page.
-- Returns how many were `erased`, by kind, the key to continue after as `next`, and how far a run that was to
-- `remember` had come before.
create function public.prune_page(request text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  r constant jsonb := public.known_json(request, '{part,scan,after,unconfirmed_days,kept_days,dry_run,remember}');
  scan constant integer := (r ->> 'scan')::integer;
  after_id constant uuid := coalesce((r ->> 'after')::uuid, '00000000-0000-0000-0000-000000000000');
  dry_run constant boolean := coalesce((r ->> 'dry_run')::boolean, false);
  kept_since constant timestamptz := now() - make_interval(days => (r ->> 'kept_days')::integer);
  unconfirmed constant timestamptz := now() - make_interval(days => (r ->> 'unconfirmed_days')::integer);
  -- This is null on the last page.
  last_id uuid;
  through constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  never_confirmed text[];
  long_unsubscribed text[];
  n bigint;
  erased jsonb;
  page jsonb;
  place constant jsonb := (select t.place from public.system_times t where t.name = 'pruned');
begin
  begin
    case r ->> 'part'
      when 'people' then
        select w.id into last_id from public.waitlist w where w.id > after_id order by w.id offset scan - 1 limit 1;
        -- These are people who asked by the form, whether or not a mail that asked them to confirm is on
        -- record, and people asked by `notify confirm`. People who were imported and never asked are not among
        -- them.
        never_confirmed := array(
          select w.email from public.waitlist w
            where w.id > after_id and w.id <= coalesce(last_id, through)
              and w.confirmed_at is null and w.unsubscribed_at is null and not w.notified
              and (select max(c.happened_at) from public.consent_events c where c.person = w.id
                and c.event in ('asked', 'confirmation_requested')) < unconfirmed
              and not exists (select from public.email_outbox o where o.email = w.email and o.kind = 'waitlist-confirmation'
                                and not (coalesce(o.sent_at < unconfirmed, false) or coalesce(o.failed_at < kept_since, false)))
            order by w.email for update);
        long_unsubscribed := array(
          select w.email from public.waitlist w where w.id > after_id and w.id <= coalesce(last_id, through)
            and w.unsubscribed_at < kept_since
            order by w.email for update);
        delete from public.email_outbox where email = any (never_confirmed) and kind = 'waitlist-confirmation';
        -- This includes people who had unsubscribed, and did not confirm a later join in their name.
        perform public.suppress_email(l.email, 'unsubscribed') from (
          select unnest(long_unsubscribed) as email
          union select w.email from public.consent_events c join public.waitlist w on w.id = c.person
            where c.event = 'unsubscribed' and w.email = any (never_confirmed)
        ) as l;
        delete from public.waitlist where email = any (never_confirmed || long_unsubscribed);
        erased := jsonb_build_object('unconfirmed', cardinality(never_confirmed), 'unsubscribed', cardinality(long_unsubscribed));
      when 'accounts' then
        page := public.prune_accounts(after_id, scan, unconfirmed);
        erased := page -> 'erased';
        last_id := (page ->> 'next')::uuid;
      when 'links' then
        -- These are erased all at once, because their keys do not tell their age. Events that nobody took and
        -- counts of visits, which contain no personal data, are erased with them.
        delete from public.email_tokens where expires_at < now();
        get diagnostics n = row_count;
        erased := jsonb_build_object('links', n);
        delete from public.visits where quarter < kept_since;
        delete from public.webhook_events where created_at < now() - interval '30 days';
      when 'mails' then
        select o.id into last_id from public.email_outbox o where o.id > after_id order by o.id offset scan - 1 limit 1;
        delete from public.email_outbox o
          where o.id > after_id and o.id <= coalesce(last_id, through) and coalesce(o.sent_at, o.failed_at) < kept_since;
        get diagnostics n = row_count;
        erased := jsonb_build_object('mails', n);
      when 'limits' then
        -- Visits sweep these rows, but visitors may have stopped coming. The rows contain no personal data, and
        -- are not counted. The key to continue after is a placeholder, because erased rows are not read again.
        if public.sweep_expired() and not dry_run then last_id := through; end if;
        erased := '{}';
    end case;
    if dry_run then raise exception using errcode = 'KB000', message = 'taken back'; end if;
  exception when sqlstate 'KB000' then null;
  end;
  if (r ->> 'remember')::boolean then
    if last_id is not null then
      insert into public.system_times as s (name, place) values ('pruned', jsonb_build_object('part', r -> 'part', 'after', last_id))
        on conflict (name) do update set at = now(), place = excluded.place;
    elsif r ->> 'part' = 'limits' then
      delete from public.system_times where name = 'pruned';
    end if;
  end if;
  return jsonb_build_object('erased', erased, 'next', last_id, 'place', place);
end $$;
