-- Who left the list (docs/decisions/0146): a complaint takes consent back and is written down so, a bounce only takes the
-- address off the list. Ninety days later `prune` keeps a keyed hash of the address alone, so that no import brings it back.

alter table public.email_suppressions drop constraint email_suppressions_reason_known;
alter table public.email_suppressions add constraint email_suppressions_reason_known
  check (reason in ('erased', 'unsubscribed', 'bounced', 'complained'));
drop index public.email_suppressions_erased_idx;
-- Those that somebody ends who joins anew.
create index email_suppressions_lifted_idx on public.email_suppressions (hash) where reason in ('erased', 'unsubscribed');

-- As in 20261121140000_email_suppressions.sql, with the new reason.
create or replace function public.suppress_email(person text, why text) returns void
language plpgsql set search_path = '' as $$
declare
  hashes constant text[] := public.suppression_hashes(person);
  strength constant text[] := array['erased', 'unsubscribed', 'bounced', 'complained'];
begin
  update public.email_suppressions set reason = why
    where hash = any(hashes) and array_position(strength, why) > array_position(strength, reason);
  if not exists (select from public.email_suppressions where hash = any(hashes)) then
    insert into public.email_suppressions (hash, reason) values (hashes[1], why) on conflict (hash) do nothing;
  end if;
end $$;

-- As there. Who has left and joins has changed their mind; who applies has said nothing about the list.
create or replace function public.lift_erasure_suppressions() returns trigger
language plpgsql set search_path = '' as $$
declare
  lifted constant text[] := case tg_table_name when 'waitlist' then array['erased', 'unsubscribed'] else array['erased'] end;
begin
  if exists (select from public.email_suppressions where reason in ('erased', 'unsubscribed')) then
    delete from public.email_suppressions where reason = any(lifted)
      and hash in (select unnest(public.suppression_hashes(email)) from joined);
  end if;
  return null;
end $$;

-- As in 20261121200300_email_operations.sql, with what a complaint takes back.
create or replace function public.record_email_event(event text, people text, provider text default null) returns integer
language plpgsql set search_path = '' as $$
declare
  person text;
  known integer := 0;
begin
  for person in select distinct lower(btrim(p)) from jsonb_array_elements_text(people::jsonb) p loop
    continue when not exists (select from public.email_outbox where email = person)
      and not exists (select from public.waitlist where email = person)
      and not exists (select from public.beta_applications where email = person);
    known := known + 1;
    perform public.suppress_email(person, event);
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
  end loop;
  return known;
end $$;

-- As in 20261121200000_email_outbox.sql, a mail at a time: a plan for any number of them reads the whole outbox while that is
-- small (docs/decisions/0136). Who bounced is off the list, whoever says so: the provider later, or the server at once.
create or replace function public.settle_emails(results text, most_attempts integer default 15) returns integer
language plpgsql set search_path = '' as $$
declare
  g record;
  bounced boolean;
  person text;
  settled integer := 0;
begin
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

-- As in 20261121220100_send_asked_mails_first.sql. Who left the list is not mailed for being on it; an applicant is answered.
-- The inner limit has the planner go by the index: of one that it cannot know it thinks a tenth of what waits.
create or replace function public.claim_emails(
  batch integer, lease_seconds integer, most_attempts integer default 15, doubt_hours numeric default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  claimed jsonb;
begin
  with asked as materialized (
    select o.id, o.kind, o.email, o.application_id, o.attempts, o.doubtful_since from public.email_outbox o
      where o.sent_at is null and o.dead_at is null and o.kind not in ('launch-announcement', 'update')
        and o.not_before <= now() and (o.leased_until is null or o.leased_until <= now())
      order by o.not_before, o.id limit batch for update skip locked
  ), to_list as materialized (
    select l.id, l.kind, l.email, l.application_id, l.attempts, l.doubtful_since from (
      select o.* from public.email_outbox o
        where o.sent_at is null and o.dead_at is null and o.kind in ('launch-announcement', 'update')
          and o.not_before <= now() and (o.leased_until is null or o.leased_until <= now())
        order by o.not_before, o.id limit batch for update skip locked
    ) l order by l.not_before, l.id limit batch - (select count(*) from asked)
  ), due as materialized (
    select * from asked union all select * from to_list
  ), judged as materialized (
    select d.id, d.doubtful_since is not null as doubtful, case
      when exists (select from public.email_suppressions)
        and exists (select from public.email_suppressions s
                      where s.hash = any (public.suppression_hashes(d.email)) and s.reason <> 'unsubscribed') then 'suppressed'
      when d.kind in ('waitlist-confirmation', 'launch-announcement', 'update')
        and not exists (select from public.waitlist w where w.email = d.email and w.unsubscribed_at is null
          and (d.kind = 'waitlist-confirmation' or w.confirmed_at is not null)) then 'unsubscribed'
      when d.kind = 'waitlist-confirmation'
        and exists (select from public.waitlist w where w.email = d.email and w.confirmed_at is not null) then 'not_needed'
      when d.kind in ('application-accepted', 'application-declined') and not exists (
        select from public.beta_applications b where b.id = d.application_id and 'application-' || b.status = d.kind) then 'not_needed'
      when d.attempts >= most_attempts then 'too_many_attempts'
      when d.doubtful_since < now() - make_interval(secs => (doubt_hours * 3600)::double precision) then 'doubtful'
    end as reason from due d
  ), ended as (
    update public.email_outbox o set dead_at = now(), leased_until = null, last_error = j.reason
      from judged j where o.id = j.id and j.reason is not null
  ), taken as (
    update public.email_outbox o set attempts = o.attempts + 1, leased_until = now() + make_interval(secs => lease_seconds),
        doubtful_since = coalesce(o.doubtful_since, now())
      from judged j where o.id = j.id and j.reason is null
      returning o.id, o.kind, o.email, o.parameters, o.update_hash, o.created_at, o.not_before, o.attempts as attempt, j.doubtful
  ), mails as (
    select t.id, t.kind, t.email, coalesce(u.parameters, t.parameters) as parameters, t.created_at, t.attempt, t.doubtful, t.not_before
      from taken t left join public.email_updates u on u.hash = t.update_hash
  )
  select jsonb_build_object(
    'looked', (select count(*) from judged),
    'emails', (select coalesce(jsonb_agg(to_jsonb(m) - 'not_before' order by m.kind in ('launch-announcement', 'update'), m.not_before, m.id), '[]')
                from mails m)
  ) into claimed;
  return claimed;
end $$;
