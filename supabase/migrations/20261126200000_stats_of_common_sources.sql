-- Visitors name the sources: a link with another name for each click would make a report that fills the memory of who reads it. The most
-- frequent 1,000 are listed, and the others counted.

-- As in 20261121190000_operator_functions.sql.
create or replace function public.stats_report(bucket text, since timestamptz default '-infinity', until timestamptz default 'infinity') returns jsonb
language sql stable set search_path = '' as $$
  -- A Monday, where weeks begin.
  with people as materialized (
    select date_bin(case bucket when 'day' then interval '1 day' when 'week' then interval '7 days' end, created_at, '2000-01-03T00:00:00Z') as start,
           source, count(*) as n, count(*) filter (where notified) as notified, count(confirmed_at) as confirmed, count(unsubscribed_at) as unsubscribed
    from public.waitlist where created_at >= since and created_at < until group by 1, 2
  ), sources as (
    select source, sum(n) as n, row_number() over (order by sum(n) desc, source) as place from people group by 1
  ), applications as (select * from public.beta_applications where created_at >= since and created_at < until)
  select jsonb_build_object(
    'waitlist', (select jsonb_build_object('total', coalesce(sum(n), 0), 'notified', coalesce(sum(notified), 0),
                   'confirmed', coalesce(sum(confirmed), 0), 'unsubscribed', coalesce(sum(unsubscribed), 0)) from people),
    'signups', (select coalesce(jsonb_agg(jsonb_build_object('start', start, 'count', n) order by start), '[]') from
                 (select (start at time zone 'UTC')::date as start, sum(n) as n from people group by 1) per_bucket),
    'sources', (select coalesce(jsonb_agg(jsonb_build_object('source', source, 'count', n) order by place), '[]') from sources where place <= 1000),
    'rarer_sources', (select jsonb_build_object('sources', count(*), 'count', coalesce(sum(n), 0)) from sources where place > 1000),
    'applications', (select coalesce(jsonb_agg(jsonb_build_object('role', role, 'status', status, 'count', n) order by role, status), '[]') from
                      (select role, status, count(*) as n from applications group by 1, 2) per_kind)
  );
$$;
