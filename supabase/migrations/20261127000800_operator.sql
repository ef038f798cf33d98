-- The functions that the operator's commands call: imports, and figures that would otherwise move many rows.

-- The steps of import_waitlist() come first, in the order in which it calls them. They take its `people`.

-- The rows, with the columns that the steps read.
create function public.imported_rows(people text)
returns table (email text, confirmed_at timestamptz, unsubscribed_at timestamptz, suppress text, again boolean)
language sql stable set search_path = '' as $$
  select * from jsonb_to_recordset(people::jsonb)
    as r(email text, confirmed_at timestamptz, unsubscribed_at timestamptz, suppress text, again boolean);
$$;

-- Takes people off the suppression list, except those that the import itself suppresses. Returns the addresses
-- of those who are on the waitlist.
create function public.release_imported(people text) returns text[]
language plpgsql set search_path = '' as $$
declare
  released constant text[] := array(
    select w.email from public.imported_rows(people) r
      join public.waitlist w on w.email = r.email join public.email_suppressions s on s.hash = w.email_hash
      where r.suppress is null and r.unsubscribed_at is null);
begin
  perform public.lift_bounce(w.id) from public.imported_rows(people) r join public.waitlist w on w.email = r.email
    where r.suppress is null and r.unsubscribed_at is null;
  delete from public.email_suppressions where hash in (
    select public.suppression_hash(r.email) from public.imported_rows(people) r where r.suppress is null);
  return released;
end $$;

-- Adds the people who are neither listed nor suppressed. Returns their addresses, and what import_waitlist()
-- counts of people who were not listed before.
create function public.add_imported(people text, out added text[], out counts jsonb)
language sql set search_path = '' as $$
  with given as materialized (
    select nth, person, person.email, r ->> 'suppress' as suppress, coalesce((r ->> 'again')::boolean, false) as counted_before,
        public.suppression_hash(person.email) as hash
      from jsonb_array_elements(people::jsonb) with ordinality e(r, nth), public.new_subscriber(r::text) person
      where (select true from public.waitlist w where w.email = person.email) is null
  ), kept_out as materialized (
    select g.email, s.reason, g.counted_before from given g join public.email_suppressions s on s.hash = g.hash
  ), inserted as (
    insert into public.waitlist select (g.person).* from given g
      where g.suppress is null and g.email not in (select k.email from kept_out k)
      order by g.email
      -- Somebody may join with the address at this moment.
      on conflict (email) do nothing returning email, confirmed_at, unsubscribed_at
  ), fresh as (
    select i.* from inserted i join given g on g.email = i.email where not g.counted_before
  )
  select coalesce((select array_agg(i.email::text) from inserted i), '{}'), jsonb_build_object(
    'added', (select count(*) from fresh),
    'mailable', (select count(*) from fresh where confirmed_at is not null and unsubscribed_at is null),
    'unconfirmed', (select count(*) from fresh where confirmed_at is null and unsubscribed_at is null),
    'suppressed', (select coalesce(jsonb_object_agg(reason, n), '{}') from
      (select reason, count(*) as n from kept_out where not counted_before group by reason) per_reason),
    'strangers', (select coalesce(jsonb_agg(nth - 1 order by nth), '[]') from given
      where not counted_before and (suppress is not null or (person).unsubscribed_at is not null)));
$$;

-- Takes people off the list who unsubscribed, bounced or complained elsewhere, except those just added. Returns
-- how many, without those that an earlier batch had.
create function public.unsubscribe_imported(people text, added text[]) returns integer
language plpgsql set search_path = '' as $$
declare
  leaving record;
  left_now boolean;
  unsubscribed integer := 0;
begin
  for leaving in
    select * from public.imported_rows(people) r
      where (r.suppress is not null or r.unsubscribed_at is not null) and r.email <> all (added) order by r.email
  loop
    if leaving.unsubscribed_at is not null or leaving.suppress = 'complained' then
      left_now := public.withdraw_consent(leaving.email, coalesce(leaving.unsubscribed_at, now()), told_by => 'import');
    else
      update public.waitlist w set unsubscribed_at = now() where w.email = leaving.email and w.unsubscribed_at is null;
      left_now := found;
    end if;
    if left_now and leaving.again is not true then unsubscribed := unsubscribed + 1; end if;
  end loop;
  return unsubscribed;
end $$;

-- Confirms listed people with a confirmed_at who have not confirmed and never unsubscribed. Keeps `proof` as the
-- consent of these and of the people just added. Returns the addresses of these alone.
create function public.confirm_imported(people text, added text[], proof text) returns text[]
language sql set search_path = '' as $$
  with confirmed as (
    update public.waitlist w set confirmed_at = r.confirmed_at
      from public.imported_rows(people) r
      where r.suppress is null and r.confirmed_at is not null
        and w.email = r.email and w.confirmed_at is null and w.unsubscribed_at is null
        and not exists (select from public.consent_events c where c.person = w.id and c.event = 'unsubscribed')
      returning w.id, w.email, w.confirmed_at
  ), proven as (
    insert into public.consent_events (person, event, happened_at, proof)
      select p.id, 'confirmed', p.confirmed_at, confirm_imported.proof from (
        select id, confirmed_at from confirmed
        union all select w.id, w.confirmed_at from public.waitlist w
          where w.email = any (added) and w.confirmed_at is not null and w.unsubscribed_at is null
      ) p
  )
  select coalesce(array_agg(c.email::text), '{}') from confirmed c;
$$;

-- Gives the people a tag, and a source if they have none, also those who were listed before, and notes what that
-- changed and whom the import added, for undo_import_page(). Returns how many who were listed before got the tag.
create function public.tag_imported(people text, added text[], tag text, from_source text) returns integer
language sql set search_path = '' as $$
  with listed as materialized (
    select w.id, w.email = any (added) as is_new, tag_imported.tag <> all (w.tags) as untagged,
        case when w.source is null then from_source end as source
      from public.waitlist w join public.imported_rows(people) r on r.email = w.email where r.suppress is null
  ), changed as (
    update public.waitlist w set source = coalesce(w.source, l.source),
        tags = case when l.untagged then w.tags || tag_imported.tag else w.tags end
      from listed l where l.id = w.id and (l.untagged or l.source is not null)
  ), noted as (
    insert into public.import_people as i (import, person, added, tagged, source)
      select tag_imported.tag, l.id, l.is_new, l.untagged, l.source from listed l where l.is_new or l.untagged or l.source is not null
      on conflict (import, person) do update set tagged = i.tagged or excluded.tagged, source = coalesce(i.source, excluded.source)
  )
  select count(*)::integer from listed l where l.untagged and not l.is_new;
$$;

-- Takes back an import with a tag for a page of its people, in the order of their ids (`after`). Whom it added, and
-- who did nothing since, is taken off the waitlist without a trace: they did not confirm, join, apply, refer
-- anybody, come to the product or leave, and no other import brought them. The others lose the tag and the source
-- that it gave them. `dry_run` changes nothing. Returns how many were `removed` and `changed`, and `next` to continue
-- after, null at the end.
create function public.undo_import_page(tag text, after uuid default null, dry_run boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  page constant uuid[] := array(select i.person from public.import_people i
    where i.import = tag and (after is null or i.person > after) order by i.person limit 1000);
  gone uuid[];
  changed integer;
begin
  begin
    perform from public.waitlist w where w.id = any (page) order by w.email for update;
    gone := array(
      select w.id from public.waitlist w join public.import_people i on i.person = w.id and i.import = tag
        where w.id = any (page) and i.added and w.joined_at is null and w.unsubscribed_at is null and w.redeemed_at is null
          and w.friends = 0 and not exists (select from public.waitlist f where f.referred_by = w.share_code)
          and not exists (select from public.consent_events c
            where c.person = w.id and c.proof is null and c.event <> 'confirmation_requested')
          and not exists (select from public.beta_applications b where b.email = w.email)
          and not exists (select from public.import_people o where o.person = w.id and o.import <> tag));
    delete from public.email_outbox o using public.waitlist w where w.id = any (gone) and o.email = w.email and o.sent_at is null;
    delete from public.waitlist w where w.id = any (gone);
    update public.waitlist w set tags = case when i.tagged then array_remove(w.tags, tag) else w.tags end,
        source = case when w.source = i.source then null else w.source end
      from public.import_people i
      where i.person = w.id and i.import = tag and w.id = any (page) and (i.tagged and tag = any (w.tags) or w.source = i.source);
    get diagnostics changed = row_count;
    delete from public.import_people i where i.import = tag and i.person = any (page);
    if dry_run then raise exception using errcode = 'KB000', message = 'taken back'; end if;
  exception when sqlstate 'KB000' then null;
  end;
  return jsonb_build_object('removed', cardinality(gone), 'changed', changed,
    'next', case when cardinality(page) = 1000 then page[1000] end);
end $$;

-- Imports a batch of the waitlist in one transaction. A dry run does all of it and rolls it back, so that it
-- reports what the real run does.
-- `people`: a JSON array in a text of rows with each address once, and those of their columns that are known.
-- `suppress` (bounced, complained) puts an address on the suppression list instead of the waitlist; `again`
-- marks one that an earlier batch had, which is not counted.
-- For people who are listed already, the import only adds that they unsubscribed. People on the suppression
-- list stay out, unless that is overridden, which also puts those back on the list who are off it because of a
-- bounce alone.
-- `confirmed_by` says how people with a confirmed_at confirmed elsewhere: it is kept as their proof of consent,
-- also for those listed already who have not confirmed and never unsubscribed. `reported`: the bounces and
-- complaints are of this site's mails. `tag` and `from_source` are given to everybody, as tag_imported() does;
-- `tagged` is how many who were listed already got the tag.
-- Returns how many were `added`, of those how many are `mailable` and how many `unconfirmed`, how many who were
-- listed already were `confirmed` and `unsubscribed`, or taken off the suppression list (`released`), how many
-- were kept out by reason (`suppressed`), and the places, from 0, of people who must not be mailed and were not
-- on the list (`strangers`).
create function public.import_waitlist(
  people text, override_suppression boolean default false, dry_run boolean default false, confirmed_by text default null,
  reported boolean default false, tag text default null, from_source text default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  added text[];
  released text[] := '{}';
  confirmed text[] := '{}';
  unsubscribed integer;
  outcome jsonb;
begin
  perform public.known_json(people, public.columns_of('waitlist') || '{suppress,again}');
  -- Erasures wait: a person who is erased while a file brings them would be both on the list and suppressed.
  perform pg_catalog.pg_advisory_xact_lock_shared(20261122, 260000);
  begin
    -- All rows that the steps may change are locked first, in the one order that every caller keeps.
    perform from public.waitlist where email = any (array(
      select r.email from public.imported_rows(people) r
        where tag is not null or override_suppression or r.suppress is not null or r.unsubscribed_at is not null
          or (confirmed_by is not null and r.confirmed_at is not null)
    )) order by email for no key update;

    if override_suppression then released := public.release_imported(people); end if;
    perform public.suppress_email(s.email, s.suppress) from (
      select * from public.imported_rows(people) r where r.suppress is not null order by r.email
    ) s;
    select * into added, outcome from public.add_imported(people);
    unsubscribed := public.unsubscribe_imported(people, added);
    if reported then
      perform public.record_email_event(r.suppress, jsonb_agg(r.email)::text)
        from public.imported_rows(people) r where r.suppress is not null group by r.suppress;
    end if;
    if confirmed_by is not null then confirmed := public.confirm_imported(people, added, confirmed_by); end if;

    outcome := outcome || jsonb_build_object('unsubscribed', unsubscribed, 'released', cardinality(released),
      'confirmed', (select count(*) from unnest(confirmed) c(email) where c.email <> all (released)));
    if tag is not null then
      outcome := outcome || jsonb_build_object('tagged', public.tag_imported(people, added, tag, from_source));
    end if;
    if dry_run then raise exception using errcode = 'KB000', message = 'taken back'; end if;
  exception when sqlstate 'KB000' then null;
  end;
  return outcome;
end $$;

-- Does the same as import_waitlist() for rows of beta_applications with their ids, which make an import
-- repeatable, and with their `events`. People who were erased stay out, unless that is overridden. To apply, an
-- address need not be mailable.
create function public.import_applications(applications text, override_suppression boolean default false,
  dry_run boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  rows constant jsonb := public.known_json(applications, public.columns_of('beta_applications') || '{events}');
  outcome jsonb;
begin
  perform public.known_json(jsonb_path_query_array(rows, '$[*].events[*]')::text, public.columns_of('beta_application_events'));
  perform pg_catalog.pg_advisory_xact_lock_shared(20261122, 260000);
  begin
    if override_suppression then
      perform public.lift_suppression(r ->> 'email', array['erased']) from jsonb_array_elements(rows) r;
    end if;
    with given as materialized (
      select application, application.id, r -> 'events' as events, public.suppression_hash(application.email) as hash
        from jsonb_array_elements(rows) r, jsonb_populate_record(null::public.beta_applications,
          jsonb_build_object('status', 'pending', 'created_at', clock_timestamp()) || r) application
    ), kept_out as materialized (
      select distinct g.id from given g join public.email_suppressions s on s.hash = g.hash and s.erased
        where not override_suppression and not exists (select from public.beta_applications b where b.id = g.id)
    ), written as (
      insert into public.beta_applications select (g.application).* from given g where g.id not in (select k.id from kept_out k)
        on conflict (id) do nothing returning id, status, reviewed_at
    ), imported_events as (
      insert into public.beta_application_events select event.* from written w join given g on g.id = w.id,
        jsonb_array_elements(case
          when g.events <> '[]' then g.events
          when w.status = 'pending' then '[]'
          else jsonb_build_array(jsonb_build_object('id', public.new_id(),
            'created_at', coalesce(w.reviewed_at, now()), 'actor', 'import', 'to_status', w.status))
        end) e,
        jsonb_populate_record(null::public.beta_application_events, e || jsonb_build_object('application_id', w.id)) event
    )
    select jsonb_build_object(
      'added', (select count(*) from written),
      'unsubscribed', 0,
      'suppressed', case when exists (select from kept_out) then jsonb_build_object('erased', (select count(*) from kept_out)) else '{}' end
    ) into outcome;
    if dry_run then raise exception using errcode = 'KB000', message = 'taken back'; end if;
  exception when sqlstate 'KB000' then null;
  end;
  return outcome;
end $$;

-- Gives people a tag, or removes it. `people`: a JSON array of their ids in a text. Returns how many changed.
create function public.tag_people(people text, tag text, present boolean default true) returns integer
language plpgsql set search_path = '' as $$
declare
  given constant uuid[] := array(select jsonb_array_elements_text(people::jsonb)::uuid);
  changed integer;
begin
  perform from public.waitlist w where w.id = any (given) order by w.email for no key update;
  update public.waitlist w set tags = case when present then w.tags || tag_people.tag else array_remove(w.tags, tag_people.tag) end
    where w.id = any (given) and (tag_people.tag = any (w.tags)) <> present;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Replaces the operator's note about a person, if it still is the one that was read (`before`); null stands for
-- no note. Returns false if the note has changed since.
create function public.write_note(person uuid, written text default null, before text default null) returns boolean
language plpgsql set search_path = '' as $$
begin
  update public.waitlist set note = written where id = person and note is not distinct from before;
  return found;
end $$;

-- The tags and the sources, at most `most` of each, the most frequent first, with how many people have them.
create function public.people_groups(most integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'tags', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'count', n) order by n desc, name), '[]') from (
      select t.name, count(*) as n from public.waitlist w, unnest(w.tags) t(name) where w.tags <> '{}' group by 1
        order by 2 desc, 1 limit most) per_tag),
    'sources', (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'count', n) order by n desc, name), '[]') from (
      select w.source as name, count(*) as n from public.waitlist w where w.source is not null group by 1
        order by 2 desc, 1 limit most) per_source)
  );
$$;

-- How the list stands. This is the one place where people are counted, either all or those who meet conditions
-- (people_where): how many were notified, ever confirmed, were invited to the product and redeemed the
-- invitation (`redeemed`); by their status how many may be mailed (`mailable`), and how many are off the list
-- because they unsubscribed, bounced or complained; the sources; and how many joined by the form in each day or
-- week (from Monday) of `bucket_zone`.
create function public.stats_report(bucket text, bucket_zone text default 'UTC', conditions text default '[]') returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  report jsonb;
begin
  execute format($report$
  -- A million rows are grouped once, and everything else uses the few groups. 2000-01-03 is a Monday.
  with people as materialized (
    select date_bin(case $1 when 'day' then interval '1 day' when 'week' then interval '7 days' end,
             joined_at at time zone $2, '2000-01-03')::date as start,
           source, status, count(*) as n, count(*) filter (where notified) as notified, count(confirmed_at) as confirmed,
           count(invited_at) as invited, count(redeemed_at) as redeemed
    from public.people p where %s
    group by 1, 2, 3
  ), sources as (
    -- Visitors can make up sources. The rarer ones are only counted, because a link with another name for each
    -- click would fill the reader's memory.
    select source, sum(n) as n, row_number() over (order by sum(n) desc, source) as place from people group by 1
  )
  select jsonb_build_object(
    'waitlist', (select jsonb_build_object('total', coalesce(sum(n), 0), 'notified', coalesce(sum(notified), 0),
                   'confirmed', coalesce(sum(confirmed), 0), 'mailable', coalesce(sum(n) filter (where status = 'confirmed'), 0),
                   'unsubscribed', coalesce(sum(n) filter (where status = 'unsubscribed'), 0),
                   'bounced', coalesce(sum(n) filter (where status = 'bounced'), 0),
                   'complained', coalesce(sum(n) filter (where status = 'complained'), 0),
                   'invited', coalesce(sum(invited), 0), 'redeemed', coalesce(sum(redeemed), 0)) from people),
    'signups', (select coalesce(jsonb_agg(jsonb_build_object('start', start, 'count', n) order by start), '[]') from
                 (select start, sum(n) as n from people where start is not null group by 1) per_bucket),
    'sources', (select coalesce(jsonb_agg(jsonb_build_object('source', source, 'count', n) order by place), '[]')
      from sources where place <= 1000),
    'rarer_sources', (select jsonb_build_object('sources', count(*), 'count', coalesce(sum(n), 0)) from sources where place > 1000)
  )
  $report$, public.people_where(conditions)) into report using bucket, bucket_zone;
  return report;
end $$;

-- The applications between two times by role and status, and how many were answered within `reply_hours` (`review`).
create function public.review_report(reply_hours integer, since timestamptz default '-infinity',
  until timestamptz default 'infinity') returns jsonb
language sql stable set search_path = '' as $$
  with applications as materialized (
    select *, status = 'pending' as is_pending, reviewed_at - created_at as took,
      status <> 'pending' and reviewed_at >= created_at as answered
      from public.beta_applications where created_at >= since and created_at < until
  ), reviewed as (
    select count(*) filter (where is_pending) as pending,
           count(*) filter (where is_pending and created_at < now() - make_interval(hours => reply_hours)) as overdue,
           min(created_at) filter (where is_pending) as oldest_pending_at,
           count(*) filter (where answered) as answered,
           count(*) filter (where answered and took <= make_interval(hours => reply_hours)) as in_time,
           percentile_cont(0.5) within group (order by extract(epoch from took)) filter (where answered) as median_seconds
    from applications
  )
  select jsonb_build_object(
    'applications', (select coalesce(
      jsonb_agg(jsonb_build_object('role', role, 'status', status, 'count', n) order by role, status), '[]') from
                      (select role, status, count(*) as n from applications group by 1, 2) per_kind),
    'review', (select jsonb_build_object('pending', pending, 'overdue', overdue, 'oldest_pending_at', oldest_pending_at,
                 'to_be_answered', answered + overdue, 'in_time', in_time, 'median_seconds', round(median_seconds)) from reviewed)
  );
$$;

-- How the list grows: what people who joined between two times answered (the 20 most frequent answers to each
-- question), and who referred friends.
create function public.growth_report(since timestamptz default '-infinity', until timestamptz default 'infinity') returns jsonb
language sql stable set search_path = '' as $$
  with given as materialized (
    select q.key as question, q.value as answer, w.n from (
        select answers, count(*) as n from public.waitlist where answers <> '{}' and created_at >= since and created_at < until group by 1
      ) w cross join lateral jsonb_each(w.answers) q
  ), answers as (
    select question, answer, n, row_number() over (partition by question order by n desc, answer) as place from (
      select g.question, a.answer, sum(g.n) as n from given g cross join lateral jsonb_array_elements_text(
        case jsonb_typeof(g.answer) when 'array' then g.answer else jsonb_build_array(g.answer) end) as a(answer) group by 1, 2) per_answer
  ), friends as materialized (
    select referred_by, sender_credit from public.waitlist where referred_by is not null and created_at >= since and created_at < until
  )
  select jsonb_build_object(
    'answered', (select coalesce(jsonb_object_agg(question, n), '{}')
      from (select question, sum(n) as n from given group by 1) per_question),
    'answers', (select coalesce(
      jsonb_agg(jsonb_build_object('question', question, 'answer', answer, 'count', n) order by question, place), '[]')
                 from answers where place <= 20),
    'friends', (select jsonb_build_object('joined', count(*), 'credits', (select coalesce(jsonb_object_agg(sender_credit, n), '{}') from (
                  select sender_credit, count(*) as n from friends where sender_credit is not null group by 1) per_credit)) from friends),
    'referrers', (select coalesce(jsonb_agg(
      jsonb_build_object('email', w.email, 'share_code', w.share_code, 'friends', b.n) order by b.n desc, w.email), '[]')
                 -- The time when friends came who were erased was erased with them.
                 from (select share_code, friends as n from public.waitlist
                     where friends > 0 and since = '-infinity' and until = 'infinity'
                   union all select referred_by, count(*) from friends
                     where sender_credit = 'counted' and (since > '-infinity' or until < 'infinity') group by 1
                   order by 2 desc, 1 limit 10) b
                 join public.waitlist w on w.share_code = b.share_code)
  );
$$;

-- What moved. This is the one place where that is counted: today in a time zone, in 24 hours (`day`), in 7 days
-- (`week`), in the 7 before them and in 30 (`month`), for all sources (`total`) and for the 50 most frequent of
-- today, 7 and 30 days.
-- It counts people who joined by the form, how many of them were `referred`, who confirmed and unsubscribed
-- here, were invited to the product and redeemed the invitation (`redeemed`), visits, applications, and mails
-- that bounced, were complained about or failed. Imports are not counted. A figure that is left out is 0.
create function public.movement_report(time_zone text default 'UTC') returns jsonb
language sql stable set search_path = '' as $$
  with starts as materialized (
    select array[now() - interval '30 days', now() - interval '14 days', now() - interval '7 days', now() - interval '1 day',
      greatest(now() - interval '1 day', date_trunc('day', now() at time zone time_zone) at time zone time_zone)] as at
  ), spans (span, first, last) as (
    -- The number of starts that are past tells the part of the last 30 days in which something happened.
    values ('month', 1, 5), ('before', 2, 2), ('week', 3, 5), ('day', 4, 5), ('today', 5, 5)
  ), people as materialized (
    -- A million rows are grouped once, by a number with digits to the base of 6, and everything else uses the
    -- few groups.
    select source, parts, count(*) as n from (
      select w.source, (w.referred_by is not null)::integer * 1296 + coalesce(width_bucket(w.joined_at, (select at from starts)), 0)
          + coalesce(width_bucket(w.invited_at, (select at from starts)), 0) * 6
          + coalesce(width_bucket(w.redeemed_at, (select at from starts)), 0) * 36
          -- The person confirmed here, after they joined. For an imported person this is so if there is a proof
          -- of it that no import brought.
          + case when w.confirmed_at is null or w.confirmed_at < (select at[1] from starts) then 0
            when w.joined_at <= w.confirmed_at or exists (
              select from public.consent_events c where c.person = w.id and c.event = 'confirmed' and c.proof is null)
            then width_bucket(w.confirmed_at, (select at from starts)) else 0 end * 216 as parts
        from public.waitlist w where greatest(w.joined_at, w.confirmed_at, w.invited_at, w.redeemed_at) >= (select at[1] from starts)
        -- This is kept apart, because the planner expects as many groups as there are times, and would sort.
        offset 0) p group by 1, 2
  ), others as (
    -- There are few, so each is looked up: for a join the planner would read everybody.
    select e.what, (select w.source from public.waitlist w where w.email = e.email) as source,
        width_bucket(e.at, (select at from starts)) as part from (
      select 'unsubscribed', happened_at, (select w.email from public.waitlist w where w.id = person) from public.consent_events
        where event = 'unsubscribed' and proof is null and happened_at >= (select at[1] from starts)
      union all select 'applied', created_at, email from public.beta_applications where created_at >= (select at[1] from starts)
      union all select 'bounced', bounced_at, email from public.email_outbox where bounced_at >= (select at[1] from starts)
      union all select 'complained', complained_at, email from public.email_outbox
        where (bounced_at is not null or complained_at is not null) and complained_at >= (select at[1] from starts)
      union all select 'failed', failed_at, email from public.failed_emails where failed_at >= (select at[1] from starts)
    ) e(what, at, email)
  ), happened (what, source, part, n) as (
    select step.what, p.source, step.part, p.n from people p cross join lateral (values
      ('joined', parts % 6), ('referred', case when parts >= 1296 then parts % 6 end), ('invited', parts / 6 % 6),
      ('redeemed', parts / 36 % 6), ('confirmed', parts / 216 % 6)) step(what, part)
    union all select what, source, part, count(*) from others group by 1, 2, 3
    union all select 'visits', nullif(source, ''), width_bucket(quarter, (select at from starts)), sum(visits) from public.visits
      where quarter >= (select at[1] from starts) group by 2, 3
  ), counted as (
    select span, grouping(source) = 1 as total, source, what, sum(n) as n from spans join happened on part between first and last
      group by grouping sets ((span, what), (span, source, what))
  ), lines as (
    select span, total, source, jsonb_object_agg(what, n) as figures, row_number() over (partition by span
        order by total desc, coalesce(sum(n) filter (where what in ('visits', 'joined')), 0) desc, source) as place
      from counted where total or span in ('today', 'week', 'month') group by 1, 2, 3
  )
  select coalesce(jsonb_agg(figures || jsonb_build_object('span', span, 'total', total, 'source', source) order by span, place), '[]')
    from lines where place <= 51;
$$;

-- What came of ten waves of 30 days, the newest first, and before others those that have queued mails: the
-- number, when each was queued, when it starts if that time is still to come, its kind and the name of an
-- update; how many mails are queued, were sent, bounced and were complained about; how many people unsubscribed
-- whose last mail to the list it was; and for the launch, how many of those invited came.
create function public.wave_report() returns jsonb
language sql stable set search_path = '' as $$
  with waves as materialized (
    select wave, kind, min(update_hash) as hash, min(created_at) as at, max(created_at) as ended,
        min(not_before) filter (where turn = 4 and not_before > now() and sent_at is null and failed_at is null) as starts,
        count(*) filter (where sent_at is null and failed_at is null) as queued, count(sent_at) as sent, count(bounced_at) as bounced,
        count(complained_at) as complained
      from public.email_outbox where wave is not null and created_at > now() - interval '30 days' group by 1, 2
      order by count(*) filter (where sent_at is null and failed_at is null) > 0 desc, at desc limit 10
  ), departed as materialized (
    select last.wave, count(*) as n from public.consent_events c cross join lateral (
        select o.wave from public.email_outbox o
          where o.email = (select w.email from public.waitlist w where w.id = c.person) and o.to_list and o.sent_at <= c.happened_at
          order by o.sent_at desc limit 1) last
      where c.event = 'unsubscribed' and c.proof is null and c.happened_at > now() - interval '30 days' group by 1
  ), came as materialized (
    -- The pages of a wave invite their people at one moment each, which is also that of their mails.
    select w.invited_at as at, count(*) as n from public.waitlist w
      where w.redeemed_at is not null and w.invited_at > now() - interval '30 days' group by 1
  )
  select coalesce(jsonb_agg(jsonb_build_object('number', w.wave, 'at', w.at, 'starts', w.starts, 'kind', w.kind,
      'name', (select u.name from public.email_update_recipients u where w.kind = 'update' and u.hash = w.hash limit 1),
      'queued', w.queued, 'sent', w.sent, 'bounced', w.bounced, 'complained', w.complained,
      'unsubscribed', coalesce((select d.n from departed d where d.wave = w.wave), 0),
      'redeemed', case when w.kind = 'launch-announcement' then
        coalesce((select sum(c.n) from came c where c.at between w.at and w.ended), 0) end) order by w.at desc), '[]') from waves w;
$$;

-- The migrations that were applied: {version, name, sha256, release}, the last two null where the file was not
-- recorded. Security definer, because the service role cannot read supabase_migrations.
create function public.applied_migrations() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object('version', m.version, 'name', m.name, 'sha256', f.sha256, 'release', f.release)
      order by m.version), '[]')
    from supabase_migrations.schema_migrations m left join public.migration_files f on f.version = m.version);
end $$;

-- One SHA-256 of the versions and files of all migrations that were applied.
create function public.schema_sha256() returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(
      coalesce(string_agg(concat(m ->> 'version', ' ', m ->> 'sha256'), E'\n' order by m ->> 'version'), ''), 'UTF8')), 'hex')
    from jsonb_array_elements(public.applied_migrations()) m;
$$;

-- What cannot be seen of a hosted project from outside: the functions that a trigger on the auth service's
-- tables reaches but the service's own role may not execute (a trigger's function needs no right itself, but
-- the functions that it calls do, unless it is security definer), which of our jobs are scheduled, and
-- PostgreSQL's version. `jobs` is null where there is no such role, as in the embedded stack. Security definer,
-- because the service role cannot read the schema cron.
create function public.platform_report() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  auth_role constant regrole := to_regrole('supabase_auth_admin');
  report constant jsonb := jsonb_build_object('refused', '[]'::jsonb, 'jobs', null, 'postgres', current_setting('server_version'));
  refused text[];
  jobs text[];
begin
  if auth_role is null then return report; end if;
  refused := array(
    with recursive reached as (
      select p.oid, p.prosrc, p.prosecdef from pg_catalog.pg_trigger t
        join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_proc p on p.oid = t.tgfoid
        where c.relnamespace = 'auth'::regnamespace and not t.tgisinternal
      union
      select p.oid, p.prosrc, p.prosecdef from reached r
        join pg_catalog.pg_proc p on not r.prosecdef and strpos(r.prosrc, p.proname) > 0
        join pg_catalog.pg_namespace n on n.oid = p.pronamespace and n.nspname <> 'pg_catalog'
          and strpos(r.prosrc, n.nspname || '.' || p.proname || '(') > 0
    )
    select r.oid::regprocedure::text from reached r
      where not pg_catalog.has_function_privilege(auth_role, r.oid, 'execute')
        and r.oid not in (select t.tgfoid from pg_catalog.pg_trigger t)
      order by 1);
  if to_regclass('cron.job') is not null then
    execute $job$select array_agg(jobname) from cron.job where jobname like 'keelbook-%' and active$job$ into jobs;
  end if;
  return report || jsonb_build_object('refused', refused, 'jobs', coalesce(jobs, '{}'));
end $$;
