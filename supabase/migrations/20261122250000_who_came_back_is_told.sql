-- Who was taken off the list by an import, and joined and confirmed again, is on it: as claim_emails has it, that they had left
-- keeps no mail from them.

-- As in 20261121220000_announcements.sql.
create or replace function public.announce_page(request text) returns jsonb
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
          or not exists (
            select from public.email_suppressions s where s.reason <> 'unsubscribed' and s.hash = any (public.suppression_hashes(l.email))))
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

-- As in 20261122100000_export_source.sql.
create or replace function public.export_source(request text) returns text
language plpgsql stable set search_path = '' as $$
declare
  r constant jsonb := request::jsonb;
  conditions text := '';
begin
  if r ? 'after' then conditions := conditions || format(' and (created_at, id) > (%L::timestamptz, %L::uuid)', r #>> '{after,created_at}', r #>> '{after,id}'); end if;
  if r ? 'since' then conditions := conditions || format(' and created_at >= %L::timestamptz', r ->> 'since'); end if;
  if r ? 'until' then conditions := conditions || format(' and created_at < %L::timestamptz', r ->> 'until'); end if;
  if r ? 'status' then conditions := conditions || format(' and status = %L', r ->> 'status'); end if;
  if r ? 'role' then conditions := conditions || format(' and role = %L', r ->> 'role'); end if;
  if r ? 'notified' then conditions := conditions || format(' and notified = %L::boolean', r ->> 'notified'); end if;
  if r ? 'confirmed' then conditions := conditions || ' and confirmed_at is not null'; end if;
  if r ? 'unsubscribed' then conditions := conditions || ' and unsubscribed_at is not null'; end if;
  if r ? 'mailable' then
    conditions := conditions || ' and unsubscribed_at is null and (not exists (select from public.email_suppressions)
      or not exists (select from public.email_suppressions s where s.reason <> ''unsubscribed'' and s.hash = any (public.suppression_hashes(email))))';
  end if;
  return format('public.%I where (created_at, id) <= (%L::timestamptz, %L::uuid)%s order by created_at, id',
    public.export_table(r ->> 'subject'),
    r #>> '{through,created_at}', r #>> '{through,id}', conditions);
end $$;
