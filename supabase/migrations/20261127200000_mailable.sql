-- Who has neither unsubscribed, bounced nor complained (reason 'unsubscribed' alone does not count: who joined again has come back). Whether
-- they confirmed their address is a filter of its own, as export --mailable --confirmed has it.
create view public.mailable with (security_invoker = true) as
  select w.* from public.waitlist w
  where w.unsubscribed_at is null
    and (not exists (select from public.email_suppressions)
      or not exists (select from public.email_suppressions s where s.reason <> 'unsubscribed' and s.hash = any (public.suppression_hashes(w.email))));

revoke all on public.mailable from public, anon, authenticated;
grant select on public.mailable to service_role;
