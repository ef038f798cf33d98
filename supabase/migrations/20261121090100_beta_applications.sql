-- Beta applications (requirements 3). `id` is the submission id, so a form sent twice is one application.
create table public.beta_applications (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  company text,
  role text not null,
  reason text not null,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  reviewed_at timestamptz,
  constraint beta_applications_name_length check (char_length(name) between 1 and 100),
  constraint beta_applications_email_length check (char_length(email) between 3 and 254),
  constraint beta_applications_email_normal check (email = lower(btrim(email)) and position('@' in email) > 1),
  constraint beta_applications_company_length check (char_length(company) between 1 and 120),
  constraint beta_applications_role_known check (role in ('freelancer', 'small-business-owner', 'consultant', 'agency-owner', 'other')),
  constraint beta_applications_reason_length check (char_length(reason) between 1 and 2000),
  constraint beta_applications_status_known check (status in ('pending', 'accepted', 'declined'))
);

create index beta_applications_email_idx on public.beta_applications (email);
create index beta_applications_created_at_id_idx on public.beta_applications (created_at, id);

alter table public.beta_applications enable row level security;
revoke all on public.beta_applications from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.beta_applications to service_role;
grant select on public.beta_applications to authenticated;

-- The signed-in applicant sees their own applications. Sign-in needs a confirmed address (config.toml), which says that
-- its owner confirmed the account, not that nobody else knows its password: sign-in mails, once there are any, have to
-- drop a password set before. The select around auth.jwt() lets the planner call it once.
create policy beta_applications_select_own on public.beta_applications
  for select to authenticated
  using (email = lower((select auth.jwt()) ->> 'email'));
