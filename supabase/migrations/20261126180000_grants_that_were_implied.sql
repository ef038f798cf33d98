-- Since 2026-10-30 a hosted project grants nothing on what is made in it (Supabase's changelog 45329): four functions had no grant
-- of their own, and where they were made since then the form backend could not call `withdraw_consent`, so that nobody could
-- unsubscribe. The two triggers are called by nobody; `check` compares their grants, too.
grant execute on function public.withdraw_consent(text, timestamptz, text) to service_role;
grant execute on function public.fail_email(text, text, text) to service_role;
grant execute on function public.lift_erasure_suppressions() to service_role;
grant execute on function public.limit_open_applications() to service_role;
