-- `prelaunch check` asks whether rows broke a rule. The rules become constraints, so that the answer is a look at the
-- catalogue and takes no time at a million rows; rows are read only where a constraint is missing or not validated.

-- The HTML standard's "valid e-mail address", lower-cased (server/contract/text.ts).
alter table public.waitlist add constraint waitlist_email_valid check (
  email ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$'
) not valid;
alter table public.beta_applications add constraint beta_applications_email_valid check (
  email ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$'
) not valid;

-- A row from before that breaks the rule must not keep the migration from being applied: `check` names it afterwards.
do $$ begin
  alter table public.waitlist validate constraint waitlist_email_valid;
exception when check_violation then null; end $$;
do $$ begin
  alter table public.beta_applications validate constraint beta_applications_email_valid;
exception when check_violation then null; end $$;

-- Whether every row of a table is known to keep these constraints.
create function public.keeps_constraints(relation regclass, names text[]) returns boolean
language sql stable set search_path = '' as $$
  select count(*) = cardinality(names) from pg_catalog.pg_constraint
    where conrelid = relation and conname = any (names) and contype = 'c' and convalidated;
$$;

-- What two spellings of one address have in common. Plain ASCII, which nearly all are, is not looked up in Unicode's tables.
create function public.normal_email(email text) returns text
language sql immutable parallel safe set search_path = ''
return case when email ~ '[^ -~]' then normalize(lower(btrim(email)), NFKC) else lower(btrim(email)) end;

drop function public.data_report();

-- Rows of one table that break a rule, by kind: how many, and the ids of the first few (never an address). A page of
-- 100,000 rows after an id at a time; `next` is the id to go on after, null at the end.
create function public.data_report(subject text, after uuid default null) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  valid constant text := '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$';
  page constant integer := 100000;
  wrong jsonb := '{}';
  last uuid;
  n bigint;
  ids uuid[];
  doubled text[];
begin
  if subject = 'waitlist' then
    if public.keeps_constraints('public.waitlist', '{waitlist_email_length,waitlist_email_normal,waitlist_email_valid}')
       and exists (select from pg_catalog.pg_index where indexrelid = pg_catalog.to_regclass('public.waitlist_email_key') and indisunique and indisvalid) then
      return jsonb_build_object('wrong', wrong, 'next', null);
    end if;
    -- Over the whole table, once: a pair may stand on two pages.
    if after is null then
      select coalesce(sum(rows_of_one - 1), 0), (array_agg(normal))[1:5] into n, doubled from (
        select public.normal_email(email) as normal, count(*) as rows_of_one from public.waitlist group by 1 having count(*) > 1
      ) per_address;
      if n > 0 then
        select (array_agg(id))[1:5] into ids from (
          select id, row_number() over (partition by public.normal_email(email) order by created_at, id) as nth
          from public.waitlist where public.normal_email(email) = any (doubled)
        ) numbered where nth > 1;
      end if;
      if n > 0 then wrong := wrong || jsonb_build_object('waitlist_duplicate', jsonb_build_object('count', n, 'ids', ids)); end if;
    end if;
    with paged as (select id, email from public.waitlist where after is null or id > after order by id limit page),
         broken as (select id from paged where email !~ valid or char_length(email) > 254)
    select case when (select count(*) from paged) = page then (select max(id::text)::uuid from paged) end,
           (select count(*) from broken), (select (array_agg(id))[1:5] from broken)
      into last, n, ids;
    if n > 0 then wrong := wrong || jsonb_build_object('waitlist_email', jsonb_build_object('count', n, 'ids', ids)); end if;
  elsif subject = 'beta_applications' then
    if public.keeps_constraints('public.beta_applications',
         '{beta_applications_email_length,beta_applications_email_normal,beta_applications_email_valid,beta_applications_role_known,beta_applications_status_known}') then
      return jsonb_build_object('wrong', wrong, 'next', null);
    end if;
    with paged as (select * from public.beta_applications where after is null or id > after order by id limit page),
         broken(kind, id) as (
           select 'application_email', id from paged where email !~ valid or char_length(email) > 254
           union all select 'application_role', id from paged where role not in ('freelancer', 'small-business-owner', 'consultant', 'agency-owner', 'other')
           union all select 'application_status', id from paged where status not in ('pending', 'accepted', 'declined')
         ),
         per_kind as (select kind, count(*) as n, (array_agg(id))[1:5] as ids from broken group by kind)
    select case when (select count(*) from paged) = page then (select max(id::text)::uuid from paged) end,
           (select coalesce(jsonb_object_agg(kind, jsonb_build_object('count', per_kind.n, 'ids', per_kind.ids)), '{}') from per_kind)
      into last, wrong;
  else
    raise sqlstate '22023' using message = 'subject is waitlist or beta_applications';
  end if;
  return jsonb_build_object('wrong', wrong, 'next', last);
end $$;

revoke execute on function public.keeps_constraints(regclass, text[]), public.normal_email(text), public.data_report(text, uuid) from public, anon, authenticated;
grant execute on function public.keeps_constraints(regclass, text[]), public.normal_email(text), public.data_report(text, uuid) to service_role;
