-- What GET /health asks: would a join be stored now? It does what a join does and takes that back, then writes one small
-- row for good, so that the disk has to take it. A full disk, a database that only reads, or a missing grant fails it.
create table public.store_checks (
  id boolean primary key default true,
  checked_at timestamptz not null default now(),
  constraint store_checks_one_row check (id)
);

alter table public.store_checks enable row level security;
revoke all on public.store_checks from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.store_checks to service_role;
create policy store_checks_backend_only on public.store_checks
  as restrictive for all to anon, authenticated using (false) with check (false);

create function public.check_store() returns boolean
language plpgsql set search_path = '' as $$
declare
  nobody constant text := repeat('0', 64);
begin
  begin
    perform public.take_rate_limit('health:' || nobody, 1, 1);
    perform public.spend_captcha(nobody, now() + interval '1 minute');
    -- RFC 2606: an address that nobody can have.
    insert into public.waitlist (email) values ('health@keelbook.invalid') on conflict do nothing;
    raise exception using errcode = 'KB000', message = 'taken back';
  exception when sqlstate 'KB000' then null;
  end;
  insert into public.store_checks (id) values (true) on conflict (id) do update set checked_at = now();
  return true;
end $$;

revoke execute on function public.check_store() from public, anon, authenticated;
grant execute on function public.check_store() to service_role;
