-- As in 20261122200000_cheaper_imports.sql. A plan that was made while statistics say that the list is empty, as after a dry run,
-- began each batch by reading all of it: a person is looked up by address in ways that allow no other plan.
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
        for leaving in
          select * from jsonb_to_recordset(people_json) as g(email text, unsubscribed_at timestamptz, suppress text, again boolean)
            where g.suppress is not null or g.unsubscribed_at is not null
        loop
          if leaving.suppress is not null then
            perform public.suppress_email(leaving.email, leaving.suppress);
          end if;
          update public.waitlist w set unsubscribed_at = coalesce(leaving.unsubscribed_at, now())
            where w.email = leaving.email and w.unsubscribed_at is null;
          if found and leaving.again is not true then
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
