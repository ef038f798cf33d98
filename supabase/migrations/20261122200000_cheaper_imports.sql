-- As in 20261121210000_import_costs.sql, for five sixths of the time that a new row took: who is listed is looked up before the
-- insert, so that it needs no `on conflict`, which marks each row twice; somebody who joins in between has the batch tried again.
-- A list without marks is not read for them, and rows go into the index of ids in its order.
-- Plans are kept from the first batch on, when the list may be empty: none may read the whole of it for each batch.
create or replace function public.import_waitlist(people text, override_suppression boolean default false, rehearsal boolean default false) returns jsonb
language plpgsql set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  people_json constant jsonb := people::jsonb;
  most_attempts constant integer := 5;
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
      if jsonb_path_exists(people_json, '$[*].suppress') then
        perform public.suppress_email(g.email, g.suppress)
          from jsonb_to_recordset(people_json) as g(email text, suppress text) where g.suppress is not null;
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
            and not exists (select from public.waitlist w where w.email = g.email)
      ), added as (
        insert into public.waitlist (id, email, created_at, source, notified, confirmed_at, unsubscribed_at)
          select coalesce(g.id, gen_random_uuid()), g.email, coalesce(g.created_at, now()), g.source, coalesce(g.notified, false),
                 g.confirmed_at, g.unsubscribed_at
          from given g where g.suppress is null and g.email not in (select k.email from kept_out k)
            and not exists (select from public.waitlist listed where listed.email = g.email)
          order by g.id
          returning email
      ), unsubscribed as (
        update public.waitlist w set unsubscribed_at = coalesce(g.unsubscribed_at, now()) from given g
          where (g.suppress is not null or g.unsubscribed_at is not null) and w.email = g.email and w.unsubscribed_at is null
          returning w.email
      ), told as materialized (
        select g.email from given g where g.again
      )
      select jsonb_build_object(
        'added', (select count(*) from added where email not in (select t.email from told t)),
        'unsubscribed', (select count(*) from unsubscribed where email not in (select t.email from told t)),
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
