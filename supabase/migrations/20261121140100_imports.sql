-- One batch of an import in one transaction, counted. A rehearsal does all of it and takes it back, so that a dry run
-- says what the real run does. The rows come as JSON in a text, as a jsonb argument reaches the database
-- as an array from PostgREST and as a string from @supabase/lite. They name their columns; those not given get their defaults.

-- `people`: rows of the waitlist, each address once. `suppress` (bounced, complained) puts the address on the suppression
-- list instead of the waitlist; `again` marks an address that an earlier batch had, which is not counted.
-- For who is listed already only an unsubscription counts. Who is on the suppression list stays out, unless overridden.
create function public.import_waitlist(people text, override_suppression boolean default false, rehearsal boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  outcome jsonb;
begin
  begin
    if override_suppression then
      delete from public.email_suppressions where hash in (
        select unnest(public.suppression_hashes(g.email)) from jsonb_to_recordset(people::jsonb) as g(email text, suppress text) where g.suppress is null
      );
    end if;
    perform public.suppress_email(g.email, g.suppress)
      from jsonb_to_recordset(people::jsonb) as g(email text, suppress text) where g.suppress is not null;
    with given as materialized (
      select * from jsonb_to_recordset(people::jsonb) as g(
        id uuid, email text, created_at timestamptz, source text, notified boolean, confirmed_at timestamptz,
        unsubscribed_at timestamptz, suppress text, again boolean)
    ), kept_out as materialized (
      select g.email, s.reason, g.again from given g
        cross join lateral unnest(public.suppression_hashes(g.email)) as h(hash)
        join public.email_suppressions s on s.hash = h.hash
        where not exists (select from public.waitlist w where w.email = g.email)
    ), written as (
      insert into public.waitlist as w (id, email, created_at, source, notified, confirmed_at, unsubscribed_at)
        select coalesce(g.id, gen_random_uuid()), g.email, coalesce(g.created_at, now()), g.source, coalesce(g.notified, false),
               g.confirmed_at, g.unsubscribed_at
        from given g where g.suppress is null and g.email not in (select k.email from kept_out k)
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

-- `applications`: rows of beta_applications with their ids, which make an import repeatable. Applicants who were erased
-- stay out, unless overridden; to apply, an address need not be mailable.
create function public.import_applications(applications text, override_suppression boolean default false, rehearsal boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  outcome jsonb;
begin
  begin
    with given as materialized (
      select * from jsonb_to_recordset(applications::jsonb) as g(
        id uuid, name text, email text, company text, role text, reason text, status text, created_at timestamptz, reviewed_at timestamptz)
    ), kept_out as materialized (
      select distinct g.id from given g
        cross join lateral unnest(public.suppression_hashes(g.email)) as h(hash)
        join public.email_suppressions s on s.hash = h.hash and s.reason = 'erased'
        where not override_suppression and not exists (select from public.beta_applications b where b.id = g.id)
    ), written as (
      insert into public.beta_applications (id, name, email, company, role, reason, status, created_at, reviewed_at)
        select g.id, g.name, g.email, g.company, g.role, g.reason, coalesce(g.status, 'pending'), coalesce(g.created_at, now()), g.reviewed_at
        from given g where g.id not in (select k.id from kept_out k)
        on conflict (id) do nothing returning id
    )
    select jsonb_build_object(
      'added', (select count(*) from written),
      'unsubscribed', 0,
      'suppressed', case when exists (select from kept_out) then jsonb_build_object('erased', (select count(*) from kept_out)) else '{}' end
    ) into outcome;
    if rehearsal then
      raise exception 'rehearsed' using errcode = 'KBREH';
    end if;
  exception when sqlstate 'KBREH' then null;
  end;
  return outcome;
end $$;

revoke execute on function public.import_waitlist(text, boolean, boolean) from public, anon, authenticated;
revoke execute on function public.import_applications(text, boolean, boolean) from public, anon, authenticated;
grant execute on function public.import_waitlist(text, boolean, boolean) to service_role;
grant execute on function public.import_applications(text, boolean, boolean) to service_role;
