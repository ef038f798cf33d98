-- What an account may become, held where both services that write accounts pass: GoTrue on a hosted project, where
-- nothing of ours stands in front of it, and @supabase/lite. See docs/decisions/0061.

-- The product never changes an address, and row level security trusts the one in the token: whoever could move their
-- account to an applicant's address would read that applicant's record. PT403 is answered as HTTP 403.
create function public.refuse_address_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.email is distinct from old.email
    or new.phone is distinct from old.phone
    or (coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change)
    or (coalesce(new.phone_change, '') <> '' and new.phone_change is distinct from old.phone_change)
  then
    raise exception 'The address of an account cannot be changed.' using errcode = 'PT403';
  end if;
  return new;
end $$;

-- Until its address is confirmed, an account may be anybody's: what was set before is not the owner's. The password goes
-- when the address is confirmed, and a name does not stay; the confirmed owner sets both. An account that is made and
-- confirmed in one transaction is the work of the secret key's holder, and keeps what it was given.
create function public.distrust_unconfirmed_account() returns trigger
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
    where key in ('sub', 'email', 'email_verified', 'phone_verified');
  return new;
end $$;

-- The second place where a sign-up's metadata is kept.
create function public.keep_address_facts_only() returns trigger
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := case jsonb_typeof(new.identity_data)
    when 'string' then (new.identity_data #>> '{}')::jsonb else new.identity_data end;
begin
  select coalesce(jsonb_object_agg(key, value), '{}') into new.identity_data from jsonb_each(given)
    where key in ('sub', 'email', 'email_verified', 'phone_verified');
  return new;
end $$;

revoke execute on function public.refuse_address_change() from public, anon, authenticated, service_role;
revoke execute on function public.distrust_unconfirmed_account() from public, anon, authenticated, service_role;
revoke execute on function public.keep_address_facts_only() from public, anon, authenticated, service_role;

create trigger keelbook_refuse_address_change before update on auth.users
  for each row execute function public.refuse_address_change();
create trigger keelbook_distrust_unconfirmed_account before insert or update on auth.users
  for each row execute function public.distrust_unconfirmed_account();
create trigger keelbook_keep_address_facts_only before insert or update on auth.identities
  for each row when (new.provider = 'email') execute function public.keep_address_facts_only();
