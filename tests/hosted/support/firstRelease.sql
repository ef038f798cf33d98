-- Rows as the first release stored them, right after its five migrations. One address breaks a rule that came later.
insert into public.waitlist (id, email, notified, created_at, confirmed_at, unsubscribed_at, source) values
  ('00000000-0000-4000-8000-000000000001', 'ada@example.com', false, '2026-11-21T09:30:00.123456Z', null, null, 'newsletter-may'),
  ('00000000-0000-4000-8000-000000000002', 'grace@example.com', true, '2026-11-21T09:31:00Z', '2026-11-21T09:32:00Z', '2026-11-21T09:33:00Z', null),
  ('00000000-0000-4000-8000-000000000003', 'two@ats@example.com', false, '2026-11-21T09:34:00Z', null, null, null);
insert into public.beta_applications (id, name, email, company, role, reason, status, created_at, reviewed_at)
select ('00000000-0000-4000-8000-00000000010' || n)::uuid, 'Ada', 'ada@example.com', null, 'freelancer', 'Late payers.', 'pending', '2026-11-21T10:00:00Z', null
from generate_series(0, 6) as n;
insert into public.erasures (id, erased_at, removed) values
  ('00000000-0000-4000-8000-000000000201', '2026-11-21T11:00:00Z', '{"waitlist": 1}');
insert into public.rate_limits (key, tat) values ('waitlist:' || repeat('a', 64), '2026-11-21T12:00:00Z');
insert into public.spent_captchas (hash, expires_at) values (repeat('b', 64), '2026-11-21T12:00:00Z');
insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data) values
  ('00000000-0000-4000-8000-000000000301', 'ada@example.com', 'a hash', '2026-11-21T09:40:00Z', '{"name": "Ada"}'),
  ('00000000-0000-4000-8000-000000000302', 'new@example.com', 'another hash', null, '{"name": "New"}');
