-- Mails to the whole waitlist (docs/decisions/0132): the launch, told once to each person (`waitlist.notified`), and updates,
-- each told once under its name.

-- What an update says, under the SHA-256 of the text it was made of: a million mails have it once.
create table public.email_updates (
  hash text primary key,
  parameters jsonb not null,
  created_at timestamptz not null default now(),
  constraint email_updates_hash_format check (hash ~ '^[0-9a-f]{64}$'),
  constraint email_updates_parameters_object check (jsonb_typeof(parameters) = 'object')
);

-- Who was told of which update, and by which text. The outbox does not keep that: it is swept. Hangs on the waitlist, so that
-- erase and prune take it along.
create table public.email_update_recipients (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null references public.waitlist (email) on update cascade on delete cascade,
  hash text not null references public.email_updates (hash),
  told_at timestamptz not null default now(),
  constraint email_update_recipients_name_format check (name ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  constraint email_update_recipients_email_normal check (email = lower(btrim(email)) and char_length(email) <= 254),
  constraint email_update_recipients_key unique (name, email)
);
create index email_update_recipients_email_idx on public.email_update_recipients (email);

alter table public.email_updates enable row level security;
alter table public.email_update_recipients enable row level security;
revoke all on public.email_updates, public.email_update_recipients from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.email_updates, public.email_update_recipients to service_role;
create policy email_updates_backend_only on public.email_updates
  as restrictive for all to anon, authenticated using (false) with check (false);
create policy email_update_recipients_backend_only on public.email_update_recipients
  as restrictive for all to anon, authenticated using (false) with check (false);

alter table public.email_outbox add column update_hash text references public.email_updates (hash);

-- A page of the waitlist, oldest first, in one transaction: whoever of it is to be told gets a mail in the outbox and is noted
-- as told. The database alone judges who that is, by its own clock and under a lock: pages wait for each other, whoever asks.
-- `request`: a JSON object in a text (20261121140100_imports.sql says why) with scan, the rows to look at, most, the people
-- to tell, `after` and `through`, keys (created_at, id) that the page comes after and does not go past, source and role (of an
-- application of the same address), name and hash of an update (without: the launch), and rehearsal, which writes nothing.
-- Answers how many were told (`told`), the key of the last one (`last`), the first three addresses (`sample`, in a rehearsal)
-- and the key to go on after (`next`), if there is more.
create function public.announce_page(request text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  r constant jsonb := request::jsonb;
  update_name constant text := r ->> 'name';
  rehearsal constant boolean := coalesce((r ->> 'rehearsal')::boolean, false);
  after_at constant timestamptz := coalesce((r #>> '{after,created_at}')::timestamptz, '-infinity'::timestamptz);
  after_id constant uuid := coalesce((r #>> '{after,id}')::uuid, '00000000-0000-0000-0000-000000000000'::uuid);
  through_at constant timestamptz := coalesce((r #>> '{through,created_at}')::timestamptz, 'infinity'::timestamptz);
  through_id constant uuid := coalesce((r #>> '{through,id}')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid);
  page record;
  told integer;
begin
  if not rehearsal then
    perform pg_catalog.pg_advisory_xact_lock(20261121, 220000);
  end if;
  with looked as materialized (
    select w.* from public.waitlist w
      where (w.created_at, w.id) > (after_at, after_id) and (w.created_at, w.id) <= (through_at, through_id)
      order by w.created_at, w.id limit (r ->> 'scan')::integer
  ), due as materialized (
    select l.id, l.email, l.created_at from looked l
      where l.confirmed_at is not null and l.unsubscribed_at is null
        and (not r ? 'source' or l.source = r ->> 'source')
        and case when update_name is null then not l.notified else not exists (
          select from public.email_update_recipients t where t.name = update_name and t.email = l.email) end
        and (not r ? 'role' or exists (select from public.beta_applications b where b.email = l.email and b.role = r ->> 'role'))
        and (not exists (select from public.email_suppressions)
          or not exists (select from public.email_suppressions s where s.hash = any (public.suppression_hashes(l.email))))
      order by l.created_at, l.id limit (r ->> 'most')::integer
  )
  select
    (select array_agg(d.id) from due d) as ids,
    (select count(*)::integer from due) as n,
    (select jsonb_build_object('created_at', d.created_at, 'id', d.id) from due d order by d.created_at desc, d.id desc limit 1) as last,
    (select jsonb_agg(f.email) from (select d.email from due d order by d.created_at, d.id limit 3) f) as sample,
    (select case when count(*) = (r ->> 'scan')::integer then
      (select jsonb_build_object('created_at', l.created_at, 'id', l.id) from looked l order by l.created_at desc, l.id desc limit 1) end
      from looked) as next
    into page;

  if rehearsal or page.n = 0 then
    told := page.n;
  elsif update_name is null then
    with noted as (
      update public.waitlist w set notified = true
        where w.id = any (page.ids) and not w.notified and w.confirmed_at is not null and w.unsubscribed_at is null
        returning w.email
    ), queued as (
      insert into public.email_outbox (kind, email) select 'launch-announcement', n.email from noted n
    )
    select count(*)::integer from noted into told;
  else
    with listed as materialized (
      -- Held until the end, so that nobody is erased between this and the row that hangs on theirs.
      select w.email from public.waitlist w
        where w.id = any (page.ids) and w.confirmed_at is not null and w.unsubscribed_at is null
        order by w.created_at, w.id for key share
    ), noted as (
      insert into public.email_update_recipients (name, email, hash) select update_name, l.email, r ->> 'hash' from listed l
        on conflict (name, email) do nothing returning email
    ), queued as (
      insert into public.email_outbox (kind, email, update_hash) select 'update', n.email, r ->> 'hash' from noted n
    )
    select count(*)::integer from noted into told;
  end if;
  return jsonb_build_object('told', told, 'last', page.last, 'sample', case when rehearsal then page.sample end, 'next', page.next);
end $$;

-- Who leaves and joins anew is to be told anew, once confirmed: what waits from before ends with that.
create function public.end_announcement() returns trigger
language plpgsql set search_path = '' as $$
begin
  update public.email_outbox set dead_at = now(), leased_until = null, last_error = 'unsubscribed'
    where email = new.email and kind = 'launch-announcement' and sent_at is null and dead_at is null;
  return null;
end $$;
create trigger waitlist_ends_announcement after update of notified on public.waitlist
  for each row when (old.notified and not new.notified) execute function public.end_announcement();

-- For `move`: who was told comes after the people, and stays behind where they were kept out.
create function public.import_update_recipients(recipients text) returns void
language sql set search_path = '' as $$
  insert into public.email_update_recipients (id, name, email, hash, told_at)
    select g.* from jsonb_to_recordset(recipients::jsonb) as g(id uuid, name text, email text, hash text, told_at timestamptz)
      where exists (select from public.waitlist w where w.email = g.email)
    on conflict do nothing;
$$;

revoke execute on function public.announce_page(text) from public, anon, authenticated;
revoke execute on function public.end_announcement() from public, anon, authenticated, service_role;
revoke execute on function public.import_update_recipients(text) from public, anon, authenticated;
grant execute on function public.announce_page(text) to service_role;
grant execute on function public.import_update_recipients(text) to service_role;
