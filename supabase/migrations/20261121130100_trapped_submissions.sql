-- Forms sent with the field that only a machine fills (server/contract/limits.ts): how many, and nothing else of them.
create table public.trapped_submissions (
  day date not null,
  form text not null,
  count integer not null default 1,
  primary key (day, form),
  constraint trapped_submissions_form_known check (form in ('waitlist', 'beta'))
);

alter table public.trapped_submissions enable row level security;
revoke all on public.trapped_submissions from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.trapped_submissions to service_role;

create policy trapped_submissions_backend_only on public.trapped_submissions
  as restrictive for all to anon, authenticated using (false) with check (false);

-- Counts one more for today (UTC), and says how many there are.
create function public.count_trapped(sent_form text) returns integer
language sql set search_path = '' as $$
  insert into public.trapped_submissions as t (day, form) values ((now() at time zone 'UTC')::date, sent_form)
    on conflict (day, form) do update set count = t.count + 1 returning count;
$$;

-- What `prelaunch stats` asks: the days with their counts by form, oldest first.
create function public.trapped_report(since timestamptz default '-infinity', until timestamptz default 'infinity') returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('start', day, 'form', form, 'count', count) order by day, form), '[]')
    from public.trapped_submissions
    where day >= (since at time zone 'UTC')::date and day < until at time zone 'UTC';
$$;

revoke execute on function public.count_trapped(text) from public, anon, authenticated;
revoke execute on function public.trapped_report(timestamptz, timestamptz) from public, anon, authenticated;
grant execute on function public.count_trapped(text) to service_role;
grant execute on function public.trapped_report(timestamptz, timestamptz) to service_role;
