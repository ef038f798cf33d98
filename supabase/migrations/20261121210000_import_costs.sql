-- As in 20261121140100_imports.sql, at the cost of the rows that are written: no address is hashed while nobody is on the
-- suppression list, and who is listed already is looked up, not locked, unless an unsubscription is to be noted.
create or replace function public.import_waitlist(people text, override_suppression boolean default false, rehearsal boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  people_json constant jsonb := people::jsonb;
  outcome jsonb;
begin
  begin
    if override_suppression then
      delete from public.email_suppressions where hash in (
        select unnest(public.suppression_hashes(g.email)) from jsonb_to_recordset(people_json) as g(email text, suppress text) where g.suppress is null
      );
    end if;
    perform public.suppress_email(g.email, g.suppress)
      from jsonb_to_recordset(people_json) as g(email text, suppress text) where g.suppress is not null;
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
    ), written as (
      insert into public.waitlist as w (id, email, created_at, source, notified, confirmed_at, unsubscribed_at)
        select coalesce(g.id, gen_random_uuid()), g.email, coalesce(g.created_at, now()), g.source, coalesce(g.notified, false),
               g.confirmed_at, g.unsubscribed_at
        from given g where g.suppress is null and g.email not in (select k.email from kept_out k)
          and (g.unsubscribed_at is not null or not exists (select from public.waitlist listed where listed.email = g.email))
        on conflict (email) do update set unsubscribed_at = excluded.unsubscribed_at
          where w.unsubscribed_at is null and excluded.unsubscribed_at is not null
        returning w.email, w.xmax = 0 as added
    ), unmailable as (
      update public.waitlist w set unsubscribed_at = coalesce(g.unsubscribed_at, now()) from given g
        where g.suppress is not null and w.email = g.email and w.unsubscribed_at is null
        returning w.email, false as added
    ), changed as (
      select c.added from (select * from written union all select * from unmailable) c
        join given g on g.email = c.email where g.again is not true
    )
    select jsonb_build_object(
      'added', (select count(*) from changed where added),
      'unsubscribed', (select count(*) from changed where not added),
      'suppressed', (select coalesce(jsonb_object_agg(reason, n), '{}') from
                      (select reason, count(*) as n from kept_out where again is not true group by reason) per_reason)
    ) into outcome;
    if rehearsal then
      raise exception 'rehearsed' using errcode = 'KBREH';
    end if;
  exception when sqlstate 'KBREH' then null;
  end;
  return outcome;
end $$;
