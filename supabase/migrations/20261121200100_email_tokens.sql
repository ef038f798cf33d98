-- What the links of mails carry, and what came of them. The mail alone has the token; here is its SHA-256 (hex). Both tables
-- hang on the waitlist, so that erase and prune take them along, and name the address `email`, so that show has them.
create table public.email_tokens (
  hash text primary key,
  purpose text not null,
  email text not null references public.waitlist (email) on update cascade on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz,
  constraint email_tokens_hash_format check (hash ~ '^[0-9a-f]{64}$'),
  -- What the list's own rule makes true already; said again, it lets a search for a person use the index.
  constraint email_tokens_email_normal check (email = lower(btrim(email)) and char_length(email) <= 254),
  constraint email_tokens_purpose_known check (purpose in ('confirm', 'unsubscribe'))
);
create index email_tokens_email_idx on public.email_tokens (email);
create index email_tokens_expires_at_idx on public.email_tokens (expires_at);

-- Proof of consent (GDPR article 7(1)): what happened when, to which text, and a keyed hash of the network address it was
-- asked from.
create table public.consent_events (
  id uuid primary key default gen_random_uuid(),
  email text not null references public.waitlist (email) on update cascade on delete cascade,
  event text not null,
  happened_at timestamptz not null default now(),
  text_version text,
  client_hash text,
  constraint consent_events_email_normal check (email = lower(btrim(email)) and char_length(email) <= 254),
  constraint consent_events_event_known check (event in ('asked', 'confirmed', 'unsubscribed')),
  constraint consent_events_text_version_format check (text_version ~ '^[a-z0-9.-]{1,40}$'),
  constraint consent_events_client_hash_format check (client_hash ~ '^[0-9a-f]{64}$')
);
create index consent_events_email_idx on public.consent_events (email);

alter table public.email_tokens enable row level security;
alter table public.consent_events enable row level security;
revoke all on public.email_tokens, public.consent_events from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.email_tokens, public.consent_events to service_role;
create policy email_tokens_backend_only on public.email_tokens
  as restrictive for all to anon, authenticated using (false) with check (false);
create policy consent_events_backend_only on public.consent_events
  as restrictive for all to anon, authenticated using (false) with check (false);

-- Makes tokens good, before the mails that carry them are sent: a JSON array of {hash, purpose, email}. A link to confirm goes with
-- the address, which prune erases; one to unsubscribe is wanted years later, and each mail renews it.
create function public.register_email_tokens(tokens text) returns void
language sql set search_path = '' as $$
  insert into public.email_tokens as t (hash, purpose, email, expires_at)
    select g.hash, g.purpose, g.email, now() + case g.purpose when 'confirm' then interval '90 days' else interval '3 years' end
    from (select distinct on (hash) * from jsonb_to_recordset(tokens::jsonb) as r(hash text, purpose text, email text)) g
    where exists (select from public.waitlist w where w.email = g.email)
    on conflict (hash) do update set expires_at = excluded.expires_at where t.purpose = 'unsubscribe';
$$;

-- Spends a token that confirms. Twice is success, as long as the address stays confirmed. False: spent, expired or unknown.
create function public.confirm_email(token_hash text, client_hash text default null) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  token public.email_tokens;
begin
  select * into token from public.email_tokens where hash = token_hash and purpose = 'confirm' for update;
  if token.spent_at is null and token.expires_at > now() then
    update public.waitlist set confirmed_at = coalesce(confirmed_at, now()) where email = token.email and unsubscribed_at is null;
    if not found then return false; end if;
    update public.email_tokens set spent_at = now() where hash = token_hash;
    insert into public.consent_events (email, event, client_hash) values (token.email, 'confirmed', confirm_email.client_hash);
    return true;
  end if;
  return exists (select from public.waitlist w where w.email = token.email and w.confirmed_at is not null and w.unsubscribed_at is null
                   and token.spent_at is not null);
end $$;

-- Takes an address off the list. The token stays good: leaving must work whenever it is asked for, after joining anew too.
create function public.unsubscribe_email(token_hash text, client_hash text default null) returns boolean
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  person text;
begin
  update public.email_tokens set spent_at = coalesce(spent_at, now())
    where hash = token_hash and purpose = 'unsubscribe' and expires_at > now() returning email into person;
  if person is null then return false; end if;
  update public.waitlist set unsubscribed_at = now() where email = person and unsubscribed_at is null;
  if found then
    insert into public.consent_events (email, event, client_hash) values (person, 'unsubscribed', unsubscribe_email.client_hash);
  end if;
  return true;
end $$;

revoke execute on function public.register_email_tokens(text) from public, anon, authenticated;
revoke execute on function public.confirm_email(text, text) from public, anon, authenticated;
revoke execute on function public.unsubscribe_email(text, text) from public, anon, authenticated;
grant execute on function public.register_email_tokens(text) to service_role;
grant execute on function public.confirm_email(text, text) to service_role;
grant execute on function public.unsubscribe_email(text, text) to service_role;
