-- The waitlist (requirements 3). The form backend alone reads and writes it: a readable waitlist is a leaked mailing list.
create table public.waitlist (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  notified boolean not null default false,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  source text,
  constraint waitlist_email_length check (char_length(email) between 3 and 254),
  constraint waitlist_email_normal check (email = lower(btrim(email)) and position('@' in email) > 1),
  constraint waitlist_source_format check (source ~ '^[a-z0-9][a-z0-9._-]{0,63}$')
);

-- Unique on the stored form: the check above keeps it lower-case, so this closes the race between check and insert
-- (23505 is "already subscribed") and serves the equality look-up too, which an index on lower(email) would not.
create unique index waitlist_email_key on public.waitlist (email);
-- Keyset pagination of exports.
create index waitlist_created_at_id_idx on public.waitlist (created_at, id);

alter table public.waitlist enable row level security;
revoke all on public.waitlist from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.waitlist to service_role;

-- Denied by grant already; the policy says so to whoever widens a grant.
create policy waitlist_backend_only on public.waitlist
  as restrictive for all to anon, authenticated
  using (false) with check (false);
