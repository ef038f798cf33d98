-- What an account may become. Triggers enforce it, because both services that write accounts pass them: GoTrue
-- on a hosted project, where nothing of ours stands in front of it, and @supabase/lite (docs/decisions/0061).
-- GoTrue writes as supabase_auth_admin, which may execute none of our functions. A trigger's own function needs
-- no right to run, but the functions that it calls do, so these triggers call none.

-- Refuses another address for an account. Row level security trusts the address in the token: people who could
-- move their account to an applicant's address would read that applicant's record.
-- A change that waits for its confirmation is blanked instead: GoTrue has sent its mails by then. The time of
-- the request stays, without which GoTrue would send the next mail at once. The second link of those mails ends
-- in the refusal. PT403 is a 403 of PostgREST; to supabase-js GoTrue answers 500 `unexpected_failure`.
create function public.refuse_address_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.email is distinct from old.email or new.phone is distinct from old.phone then
    raise exception 'The address of an account cannot be changed.' using errcode = 'PT403';
  end if;
  new.email_change := '';
  new.email_change_token_current := '';
  new.email_change_token_new := '';
  new.phone_change := '';
  new.phone_change_token := '';
  return new;
end $$;
create trigger keelbook_refuse_address_change before update on auth.users
  for each row execute function public.refuse_address_change();

-- Discards what was set before an account's address is confirmed, because until then the account may be
-- anybody's. The password is removed when the address is confirmed, and a name is not kept. That a password was
-- chosen is remembered, so that the page asks the owner for another. An account that is made and confirmed in
-- one transaction is the work of the secret key's holder.
create function public.discard_unconfirmed_choices() returns trigger
language plpgsql set search_path = '' as $$
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
  -- These members are those that the auth services themselves need. @supabase/lite stores JSON within a JSON
  -- string.
  new.raw_user_meta_data := (
    select jsonb_object_agg(key, value) from jsonb_each(
        case jsonb_typeof(new.raw_user_meta_data) when 'string' then (new.raw_user_meta_data #>> '{}')::jsonb
          else new.raw_user_meta_data end)
      where key in ('sub', 'email', 'email_verified', 'phone_verified') or (key = 'chose_password' and value = 'true'));
  return new;
end $$;
create trigger keelbook_discard_unconfirmed_choices before insert or update on auth.users
  for each row execute function public.discard_unconfirmed_choices();

-- Discards a sign-up's metadata in the second place where it is kept.
create function public.discard_identity_data() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.identity_data := (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(
        case jsonb_typeof(new.identity_data) when 'string' then (new.identity_data #>> '{}')::jsonb else new.identity_data end)
      where key in ('sub', 'email', 'email_verified', 'phone_verified'));
  return new;
end $$;
create trigger keelbook_discard_identity_data before insert or update on auth.identities
  for each row when (new.provider = 'email') execute function public.discard_identity_data();

-- Erases a page of accounts that nobody confirmed or used for a while, in the order of their ids. Security
-- definer: only the owner of the auth tables may erase accounts. Accounts that the operator or another provider
-- made stay: invited, anonymous, by phone, by single sign-on, deleted softly.
create function public.prune_accounts(after_id uuid, scan integer, untouched_since timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  page constant uuid[] := array(select u.id from auth.users u where u.id > after_id order by u.id limit scan);
  erased_ids uuid[];
begin
  with erased as (
    delete from auth.users u
      where u.id = any (page) and u.email is not null and u.confirmed_at is null and u.last_sign_in_at is null
        and u.invited_at is null and u.deleted_at is null and u.phone is null and not u.is_anonymous and not u.is_sso_user
        and greatest(u.created_at, u.updated_at, u.confirmation_sent_at, u.recovery_sent_at) < untouched_since
      returning u.id
  )
  select coalesce(array_agg(e.id), '{}') into erased_ids from erased e;
  if erased_ids <> '{}' then
    delete from auth.flow_state f where f.user_id = any (erased_ids);
    -- The payload is JSON; on @supabase/lite it is JSON within a JSON string, whose quotes have backslashes.
    delete from auth.audit_log_entries a
      where left(ltrim(split_part(a.payload::text, 'actor_id', 2), '": \'), 36) = any (erased_ids::text[]);
  end if;
  return jsonb_build_object(
    'erased', jsonb_build_object('accounts', cardinality(erased_ids)),
    'next', case when cardinality(page) = scan then page[scan] end
  );
end $$;
