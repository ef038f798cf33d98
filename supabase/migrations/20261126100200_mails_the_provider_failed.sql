-- Mails that Resend accepts and does not send (docs/decisions/0210).

-- Ends a mail that the provider accepted and reports as not sent. It gets another id: under the one that the provider knows, a retry
-- within a day would be answered as the first attempt was, and mail nobody. False: a mail to one of these people is being sent, or may
-- have been accepted, and this may be the one; its outcome is not recorded yet.
create function public.fail_email(provider text, people text, reason text) returns boolean
language plpgsql set search_path = '' as $$
declare
  in_doubt boolean;
begin
  -- First, as its outcome may be recorded at any moment.
  in_doubt := exists (
    select from public.email_outbox where email in (select lower(btrim(p)) from jsonb_array_elements_text(people::jsonb) p)
      and sent_at is null and dead_at is null and doubtful_since is not null
  );
  update public.email_outbox set id = gen_random_uuid(), sent_at = null, dead_at = now(), last_error = reason, provider_id = null
    where provider_id = provider and sent_at is not null;
  return found or not in_doubt;
end $$;
revoke execute on function public.fail_email(text, text, text) from public, anon, authenticated;
