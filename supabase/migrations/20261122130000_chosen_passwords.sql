-- Of an account that is not confirmed yet, one thing more is kept than 20261121100000_accounts.sql keeps: that its maker chose
-- a password. That password goes with the confirmation, and the page then asks the owner for another (docs/decisions/0160).
create or replace function public.distrust_unconfirmed_account() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- @supabase/lite stores JSON within a JSON string.
  given constant jsonb := case jsonb_typeof(new.raw_user_meta_data)
    when 'string' then (new.raw_user_meta_data #>> '{}')::jsonb else new.raw_user_meta_data end;
begin
  if tg_op = 'INSERT' then
    perform set_config('keelbook.account_made', new.id::text, true);
    if new.email_confirmed_at is not null then return new; end if;
  elsif old.email_confirmed_at is not null then
    return new;
  elsif new.email_confirmed_at is not null then
    if current_setting('keelbook.account_made', true) = new.id::text then return new; end if;
    new.encrypted_password := null;
  end if;
  select jsonb_object_agg(key, value) into new.raw_user_meta_data from jsonb_each(given)
    where key in ('sub', 'email', 'email_verified', 'phone_verified')
      or (key = 'chose_password' and value = 'true'::jsonb);
  return new;
end $$;
