-- The rights below are those of everything in the schema public: another application's tables there would lose
-- theirs.
do $$
begin
  if exists (select from pg_catalog.pg_tables where schemaname = 'public') then
    raise exception 'The schema public has tables already. Use a project of its own (docs/deploy.md).';
  end if;
end $$;

-- What this or a later migration adds is closed until it is granted, whatever the host opens by default. The
-- right of everybody to call any function is a default of the whole database, which a schema cannot take back.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

-- The tables. Only the form backend and the operator's commands read and write them, with the secret key (see
-- …0900_rights.sql).
-- A table that holds personal data is listed in tables_of_persons(). Rows that end with a person's row of the
-- waitlist have its id in the column `person`. Applications and mails have the address in the column `email`
-- instead: an applicant need not be on the waitlist, and a mail, which goes to the address it was queued for,
-- stays for the figures when `prune` erases its person.
-- No time may be infinite: JSON has no value for it that readers of dates understand, and a row that waits until
-- then would wait for ever.

-- A canonical address: the HTML standard's "valid e-mail address" in a public domain, in small letters
-- (server/contract/emailAddress.ts). The pattern has no capital and no space. A pattern that counts up to 63
-- would take five times as long.
create domain public.email_address as text
  constraint email_address_length check (char_length(value) <= 254)
  constraint email_address_valid check (
    value ~ '^[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$'
    and (char_length(split_part(value, '@', 2)) <= 63 or split_part(value, '@', 2) !~ '[a-z0-9-]{64}'));

-- A key for a table that only grows: a UUID of version 7 (RFC 9562 section 5.7), which PostgreSQL 17 cannot make
-- by itself. It begins with the time, so that the index grows at one end, and a join writes less of it anew. Its
-- other 74 bits are random, whatever the time: the id of a mail is its Message-ID and idempotency key, which must
-- never come twice, also not after a restore or in another project. People keep random ids (version 4), by whose
-- order announce_page() draws lots, and applications the ids of their forms.
create function public.new_id() returns uuid
language sql volatile set search_path = '' as $$
  select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid;
$$;

-- A random share code: 8 letters of Crockford's base32. It leaves out the bytes of a UUID that hold its version
-- and variant, as these are not random.
create function public.new_share_code() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(random.bytes, n) & 31) + 1, 1), '')
    from (select uuid_send(gen_random_uuid()) as bytes) random, unnest(array[0, 1, 2, 3, 4, 5, 9, 10]) n;
$$;

-- A share code that nobody has. It looks, because every second list of a million people would otherwise have
-- two equal codes.
create function public.free_share_code() returns text
language plpgsql volatile set search_path = '' as $$
declare
  code text;
begin
  loop
    code := public.new_share_code();
    if not exists (select from public.waitlist where share_code = code) then return code; end if;
  end loop;
end $$;

-- Parses JSON that a function takes: an object or an array of objects, passed as text, because a jsonb argument
-- reaches the database as an array from PostgREST and as a string from @supabase/lite. A key that is not in
-- `keys` is an error, because the code that reads the JSON would ignore it silently.
create function public.known_json(given text, keys text[]) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  unknown constant text := (
    select key #>> '{}' from jsonb_path_query(given::jsonb, '$[*].keyvalue().key') key where key #>> '{}' <> all (keys) limit 1);
begin
  if unknown is not null then
    raise sqlstate '42703' using message = format('There is no field "%s" here.', unknown);
  end if;
  return given::jsonb;
end $$;

-- The names of a table's columns.
create function public.columns_of(name text) returns text[]
language sql stable set search_path = '' as $$
  select array_agg(a.attname::text) from pg_catalog.pg_attribute a
    where a.attrelid = ('public.' || name)::regclass and a.attnum > 0 and not a.attisdropped;
$$;

-- The waitlist (requirements 3).
create table public.waitlist (
  id uuid primary key default gen_random_uuid(),
  email public.email_address not null,
  -- The name that an import brought; the form does not ask for it.
  name text,
  -- Whether the person was notified of the launch, and when that was noted; null where a file said it.
  notified boolean not null default false,
  notified_at timestamptz,
  created_at timestamptz not null default now(),
  -- When the person last joined by the form; null for people who were imported, as the figures of what moved
  -- leave them out.
  joined_at timestamptz,
  confirmed_at timestamptz,
  -- This is set while the person is off the list, because they unsubscribed, or their address bounced or
  -- complained.
  unsubscribed_at timestamptz,
  -- The campaign of the link by which the person came.
  source text,
  -- Answers to the questions after joining (server/contract/questions.ts), by the question's id.
  answers jsonb not null default '{}',
  -- The tags by which the operator groups people.
  tags text[] not null default '{}',
  -- The operator's note about the person.
  note text,
  -- The share code stands in the person's links to friends. `referred_by` is the share code of their referrer,
  -- who may have been erased.
  share_code text not null default public.free_share_code(),
  referred_by text,
  -- This is decided when the person confirms: whether they count for their referrer, or why not
  -- (credit_referrer).
  sender_credit text,
  -- How many friends count for the person, those who were erased since among them (credit_referrer).
  friends integer not null default 0,
  -- The launch mail leads to the product with this code, which is made once. `invited_at` is when the code was
  -- made, `redeemed_at` when the product took it (docs/growth.md).
  invite_code text,
  invited_at timestamptz,
  redeemed_at timestamptz,
  -- The hash of the address as in email_suppressions. A trigger computes it on each write, so that no query has
  -- to do it for many people (docs/decisions/0083).
  email_hash text not null default '',
  constraint waitlist_name_length check (char_length(name) between 1 and 100),
  constraint waitlist_source_format check (char_length(source) <= 64 and source ~ '^[a-z0-9][a-z0-9._-]*$'),
  constraint waitlist_answers_bounded check (jsonb_typeof(answers) = 'object' and octet_length(answers::text) <= 8192),
  constraint waitlist_tags_format check (tags = '{}' or (cardinality(tags) <= 50
    and array_to_string(tags, ',', '-') ~ '^[a-z0-9][a-z0-9-]{0,31}(,[a-z0-9][a-z0-9-]{0,31})*$')),
  constraint waitlist_note_length check (char_length(note) between 1 and 2000),
  constraint waitlist_share_code_format check (share_code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  constraint waitlist_referred_by_format check (referred_by ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  constraint waitlist_invite_code_format check (invite_code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  constraint waitlist_friends_positive check (friends >= 0),
  constraint waitlist_credit_known check (sender_credit in ('counted', 'oneself', 'mailbox_counted', 'same_network')),
  constraint waitlist_redeemed_by_code check (redeemed_at is null or invite_code is not null),
  constraint waitlist_notified_at_of_notified check (notified or notified_at is null),
  constraint waitlist_times_finite check (isfinite(created_at) and isfinite(joined_at) and isfinite(confirmed_at)
    and isfinite(unsubscribed_at) and isfinite(invited_at) and isfinite(redeemed_at) and isfinite(notified_at))
);
-- The index closes the race between the look-up and the insert of a join: 23505 is "already subscribed".
create unique index waitlist_email_key on public.waitlist (email);
-- The index serves keyset pagination.
create index waitlist_created_at_id_idx on public.waitlist (created_at, id);
create unique index waitlist_share_code_key on public.waitlist (share_code);
create unique index waitlist_invite_code_key on public.waitlist (invite_code) where invite_code is not null;
-- The index includes the credit, so that friends are counted without reading their rows.
create index waitlist_referred_by_idx on public.waitlist (referred_by, created_at) include (sender_credit) where referred_by is not null;
-- The index serves wave_report(), so that it does not read everybody to find those who came.
create index waitlist_redeemed_idx on public.waitlist (invited_at) where redeemed_at is not null;
-- The index has the order of places, and everybody who may be mailed: whose mail bounced or who complained is off the list.
create index waitlist_places_idx on public.waitlist (friends desc, created_at, id)
  where confirmed_at is not null and unsubscribed_at is null;

create function public.note_notified() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.notified_at := case when new.notified then now() end;
  return new;
end $$;
create trigger waitlist_note_notified before update of notified on public.waitlist
  for each row when (old.notified is distinct from new.notified) execute function public.note_notified();

-- A row of the waitlist with the given columns (a JSON object in a text), and the defaults for the others.
create function public.new_subscriber(given text) returns public.waitlist
language sql volatile set search_path = '' as $$
  select jsonb_populate_record(null::public.waitlist, jsonb_build_object(
    -- The clock goes on within a transaction, so that an import keeps the order of its file.
    'id', gen_random_uuid(), 'share_code', public.free_share_code(), 'created_at', clock_timestamp(), 'notified', false,
    'answers', '{}'::jsonb, 'tags', '[]'::jsonb, 'friends', 0) || given::jsonb);
$$;

-- Beta applications (requirements 3). `id` is the submission id, so a form that is sent twice is one application.
create table public.beta_applications (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email public.email_address not null,
  company text,
  role text not null,
  reason text not null,
  status text not null default 'pending',
  created_at timestamptz not null default now(),
  reviewed_at timestamptz,
  constraint beta_applications_name_length check (char_length(name) between 1 and 100),
  constraint beta_applications_company_length check (char_length(company) between 1 and 120),
  constraint beta_applications_role_known check (role in ('freelancer', 'small-business-owner', 'consultant', 'agency-owner', 'other')),
  constraint beta_applications_reason_length check (char_length(reason) between 1 and 2000),
  constraint beta_applications_status_known check (status in ('pending', 'accepted', 'declined')),
  constraint beta_applications_pending_is_unreviewed check (status <> 'pending' or reviewed_at is null),
  constraint beta_applications_times_finite check (isfinite(created_at) and isfinite(reviewed_at))
);
create index beta_applications_email_idx on public.beta_applications (email);
create index beta_applications_created_at_id_idx on public.beta_applications (created_at, id);
create index beta_applications_status_idx on public.beta_applications (status, created_at, id);

-- The history of an application: each change of its status with who made it, and notes. No row of it is ever
-- changed, and a row is deleted only together with its application.
create table public.beta_application_events (
  id uuid primary key default public.new_id(),
  application_id uuid not null references public.beta_applications (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  -- This is an operator's name, 'import', or the database role that changed the row directly.
  actor text not null,
  -- This is null for an application that was imported with its status, and equals to_status for a note alone.
  from_status text,
  to_status text not null,
  note text,
  constraint beta_application_events_actor_length check (char_length(actor) between 1 and 100),
  constraint beta_application_events_from_known check (from_status in ('pending', 'accepted', 'declined')),
  constraint beta_application_events_to_known check (to_status in ('pending', 'accepted', 'declined')),
  constraint beta_application_events_note_length check (char_length(note) between 1 and 2000),
  constraint beta_application_events_times_finite check (isfinite(created_at))
);
create index beta_application_events_application_idx on public.beta_application_events (application_id, created_at);
create index beta_application_events_created_at_id_idx on public.beta_application_events (created_at, id);

-- Proof of consent (GDPR article 7(1)): what happened when, to which text, and a keyed hash of the network
-- address that it came from. The person asked to be on the list, for example, or the operator's `notify
-- confirm` requested a confirmation.
create table public.consent_events (
  id uuid primary key default public.new_id(),
  person uuid not null references public.waitlist (id) on delete cascade,
  event text not null,
  happened_at timestamptz not null default now(),
  text_version text,
  client_hash text,
  -- Where the person did not act on this site, this says how we know: the operator's words for a confirmation
  -- elsewhere, 'import' or 'complaint' for an unsubscription.
  proof text,
  constraint consent_events_event_known check (event in ('asked', 'corrected', 'confirmation_requested', 'confirmed', 'unsubscribed')),
  constraint consent_events_proof_length check (char_length(proof) between 1 and 200),
  constraint consent_events_text_version_format check (char_length(text_version) between 1 and 40 and text_version ~ '^[a-z0-9.-]*$'),
  constraint consent_events_client_hash_format check (char_length(client_hash) = 64 and client_hash ~ '^[0-9a-f]*$'),
  constraint consent_events_times_finite check (isfinite(happened_at))
);
create index consent_events_person_idx on public.consent_events (person);
-- The index serves the counts of people who unsubscribed in movement_report() and wave_report().
create index consent_events_unsubscribed_idx on public.consent_events (happened_at) where event = 'unsubscribed';

-- The links in mails, by the SHA-256 (hex) of their tokens. Only the mails contain the tokens themselves.
create table public.email_tokens (
  hash text primary key,
  purpose text not null,
  person uuid not null references public.waitlist (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  spent_at timestamptz,
  constraint email_tokens_hash_format check (hash ~ '^[0-9a-f]{64}$'),
  constraint email_tokens_purpose_known check (purpose in ('confirm', 'unsubscribe', 'place')),
  constraint email_tokens_times_finite check (isfinite(created_at) and isfinite(expires_at) and isfinite(spent_at))
);
create index email_tokens_person_idx on public.email_tokens (person);
create index email_tokens_expires_at_idx on public.email_tokens (expires_at);

-- The text of an update, under the SHA-256 of the text that it was made of.
create table public.email_updates (
  hash text primary key,
  parameters jsonb not null,
  created_at timestamptz not null default now(),
  constraint email_updates_hash_format check (hash ~ '^[0-9a-f]{64}$'),
  constraint email_updates_parameters_object check (jsonb_typeof(parameters) = 'object'),
  constraint email_updates_times_finite check (isfinite(created_at))
);

-- Which update was queued for which person, and from which text.
create table public.email_update_recipients (
  id uuid primary key default public.new_id(),
  name text not null,
  person uuid not null references public.waitlist (id) on delete cascade,
  hash text not null references public.email_updates (hash),
  queued_at timestamptz not null default now(),
  constraint email_update_recipients_name_format check (name ~ '^[a-z0-9][a-z0-9._-]{0,63}$'),
  constraint email_update_recipients_key unique (name, person),
  constraint email_update_recipients_times_finite check (isfinite(queued_at))
);
create index email_update_recipients_person_idx on public.email_update_recipients (person);
create index email_update_recipients_hash_idx on public.email_update_recipients (hash);

-- What an import with a tag did to a person, by which it can be taken back: whether it added them and gave them the
-- tag, and the source that it set.
create table public.import_people (
  id uuid primary key default public.new_id(),
  import text not null,
  person uuid not null references public.waitlist (id) on delete cascade,
  added boolean not null,
  tagged boolean not null,
  source text,
  constraint import_people_import_format check (import ~ '^[a-z0-9][a-z0-9-]{0,31}$'),
  constraint import_people_key unique (import, person)
);
create index import_people_person_idx on public.import_people (person);

-- The numbers of waves, by which the operator names them.
create sequence public.wave_numbers as integer;

-- Mails to the list that go by one request (…0410_batches.sql). Its members point to it until it is settled; then the row is
-- deleted. Its id is the provider's idempotency key, under which the same bytes must be sent each time.
create table public.email_batches (
  id uuid primary key default public.new_id(),
  attempts integer not null default 1,
  not_before timestamptz not null default now(),
  leased_until timestamptz,
  -- From here on the provider may have the request: the number of its mails, and the SHA-256 (hex) of its text.
  sealed_at timestamptz,
  size integer,
  digest text,
  constraint email_batches_digest_format check (digest ~ '^[0-9a-f]{64}$'),
  constraint email_batches_sealed_whole check ((sealed_at is null) = (digest is null) and (digest is null) = (size is null)),
  constraint email_batches_attempts_positive check (attempts > 0),
  constraint email_batches_size_positive check (size > 0),
  constraint email_batches_times_finite check (isfinite(not_before) and isfinite(leased_until) and isfinite(sealed_at))
);

-- Mails to be sent (docs/decisions/0118). A row is added in the transaction that gives the reason for it, so that none is lost with
-- a crash and none is sent for what was rolled back. Its id is the Message-ID and the provider's idempotency key.
create table public.email_outbox (
  id uuid primary key default public.new_id(),
  kind text not null,
  email public.email_address not null,
  -- The parameters contain nothing that a stranger typed, except for the names of sources in a digest. While the
  -- mail is in a batch, they are also what it says of the person.
  parameters jsonb not null default '{}',
  -- Whether the mail is one of many to the list. Those wait for mails that somebody asked for, and while the
  -- list is paused. The code that queues the mail sets this: if the database derived it from the kind, a new
  -- kind would rewrite the table while nobody may use it.
  to_list boolean not null default false,
  -- The number of the wave, which all its mails share.
  wave integer,
  application_id uuid references public.beta_applications (id) on delete cascade,
  update_hash text references public.email_updates (hash),
  -- The open batch that the mail is in.
  batch uuid,
  created_at timestamptz not null default now(),
  not_before timestamptz not null default now(),
  -- Whether `not_before` is the time that the operator gave for the wave. It is false once an attempt was refused.
  scheduled boolean not null default false,
  attempts integer not null default 0,
  leased_until timestamptz,
  -- Since when the provider may have accepted the mail without our knowing: an attempt had no answer yet.
  doubtful_since timestamptz,
  -- The time of the first attempt that was not accepted. Attempts go on for three days from then.
  failing_since timestamptz,
  -- The order among mails that are due: the operator's alerts, then mails that somebody asked for, then those
  -- to the list (from 3), of which those for a given time come later (4). Within each group a mail that was
  -- refused comes after all that were not; otherwise dead addresses would hold up everybody. A mail in a
  -- batch is never claimed by itself.
  turn smallint not null generated always as (case when batch is not null then 9 when kind = 'operator-alert' then 0
    when not to_list then 1 + (failing_since is not null)::integer
    when failing_since is not null then 5 else 3 + scheduled::integer end) stored,
  -- The mail was sent, or it failed because of `last_error`.
  sent_at timestamptz,
  failed_at timestamptz,
  -- This is a code, because the server's own words may quote the address.
  last_error text,
  provider_id text,
  bounced_at timestamptz,
  complained_at timestamptz,
  constraint email_outbox_kind_known check (kind in (
    'waitlist-confirmation', 'application-received', 'application-accepted', 'application-declined', 'launch-announcement', 'update',
    'operator-digest', 'operator-alert')),
  constraint email_outbox_parameters_object check (jsonb_typeof(parameters) = 'object'),
  constraint email_outbox_error_is_code check (last_error ~ '^[a-z0-9_.]{1,80}$'),
  constraint email_outbox_provider_id_length check (char_length(provider_id) <= 200),
  constraint email_outbox_one_end check (sent_at is null or failed_at is null),
  constraint email_outbox_decision_of_application check (
    kind not in ('application-accepted', 'application-declined') or application_id is not null),
  constraint email_outbox_announcements_to_list check (kind not in ('launch-announcement', 'update') or to_list),
  constraint email_outbox_update_has_text check (kind <> 'update' or update_hash is not null),
  constraint email_outbox_wave_positive check (wave > 0),
  constraint email_outbox_scheduled_wave check (not scheduled or (to_list and wave is not null)),
  constraint email_outbox_attempts_positive check (attempts >= 0),
  constraint email_outbox_times_finite check (isfinite(created_at) and isfinite(not_before) and isfinite(leased_until)
    and isfinite(doubtful_since) and isfinite(failing_since) and isfinite(sent_at) and isfinite(failed_at) and isfinite(bounced_at)
    and isfinite(complained_at))
-- Half of each page of the table is free, so that a claim writes its row beside the old one, and nothing into an
-- index: while a dump runs, which keeps dead entries, each claim reads those of all mails sent meanwhile. The table
-- is cleaned, and its statistics are made, several times in a wave of 100,000 mails.
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- The mailbox that an address leads to, as far as its text tells: a plus begins a tag, and Gmail ignores dots.
-- Two indexes store what this function returned, and PostgreSQL would not rebuild them if its text changed, so
-- that rows would not be found. Another rule therefore needs another function, with the next number and with
-- new indexes.
create function public.email_mailbox_v1(email text) returns text
language sql immutable parallel safe set search_path = ''
return case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
  then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
  else split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2) end;

create index waitlist_counted_mailbox_idx on public.waitlist (public.email_mailbox_v1(email)) where sender_credit = 'counted';

-- The index has the order in which mails are claimed.
create index email_outbox_due_idx on public.email_outbox (turn, not_before, id)
  where sent_at is null and failed_at is null;
-- The indexes serve the counts of sent and failed mails in email_report().
create index email_outbox_sent_idx on public.email_outbox (sent_at, kind, to_list) where sent_at is not null;
create index email_outbox_returned_idx on public.email_outbox (bounced_at) where bounced_at is not null or complained_at is not null;
create index email_outbox_failed_idx on public.email_outbox (failed_at, id) where failed_at is not null;
create index email_outbox_email_idx on public.email_outbox (email);
create index email_outbox_mailbox_idx on public.email_outbox (public.email_mailbox_v1(email), created_at);
create index email_outbox_application_idx on public.email_outbox (application_id, kind) where application_id is not null;
create index email_outbox_wave_idx on public.email_outbox (created_at, wave) where wave is not null;
create index email_outbox_batch_idx on public.email_outbox (batch) where batch is not null;
create index email_outbox_update_idx on public.email_outbox (update_hash) where update_hash is not null;
create index email_outbox_provider_idx on public.email_outbox (provider_id) where provider_id is not null;
create unique index email_outbox_received_key on public.email_outbox (application_id) where kind = 'application-received';
-- The index lets the operator be mailed about each thing once a day at most.
create unique index email_outbox_operator_key on public.email_outbox ((parameters ->> 'about'), (parameters ->> 'day'))
  where kind in ('operator-digest', 'operator-alert');

-- Addresses that must not be mailed, or added by an import, again: they bounced or complained, or their owners
-- left long ago or were erased. The table holds keyed hashes only, so that an erased address is stored nowhere
-- (docs/decisions/0083).
create table public.email_suppressions (
  hash text primary key,
  reason text not null,
  created_at timestamptz not null default now(),
  -- Whether the person was erased, whatever the reason is.
  erased boolean not null default false,
  constraint email_suppressions_hash_format check (hash ~ '^[0-9a-f]{64}$'),
  constraint email_suppressions_reason_known check (reason in ('erased', 'unsubscribed', 'bounced', 'complained')),
  constraint email_suppressions_times_finite check (isfinite(created_at))
);

-- The key of these hashes. It is in the database so that every host and command uses the same; `move` takes it
-- along with the hashes.
create table public.suppression_key (
  id boolean primary key default true,
  inner_key text not null,
  outer_key text not null,
  constraint suppression_key_one_row check (id),
  constraint suppression_key_block check (inner_key ~ '^[0-9a-f]{128}$' and outer_key ~ '^[0-9a-f]{128}$')
);
-- A UUID of version 4 has 122 random bits, which PostgreSQL takes from its strong random source.
insert into public.suppression_key (inner_key, outer_key)
  select encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
    || uuid_send(gen_random_uuid()), 'hex'),
         encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
           || uuid_send(gen_random_uuid()), 'hex');

-- The record that an erasure was done (GDPR article 5(2)): the numbers of rows, and nothing that tells whose. A
-- restore of an older backup repeats the erasures.
create table public.erasures (
  id uuid primary key default public.new_id(),
  erased_at timestamptz not null default now(),
  removed jsonb not null,
  -- For an erasure at the end of the beta: all applications up to this time were erased.
  applications_until timestamptz,
  -- For the erasure of a person: their hash as in email_suppressions, where it is deleted when they come back.
  hash text,
  constraint erasures_removed_counts check (jsonb_typeof(removed) = 'object'),
  constraint erasures_hash_hex check (hash ~ '^[0-9a-f]{64}$'),
  constraint erasures_times_finite check (isfinite(erased_at) and isfinite(applications_until))
);

-- Captcha solutions that were used, as keyed hashes, until they expire.
create table public.spent_captchas (
  hash text primary key,
  expires_at timestamptz not null,
  constraint spent_captchas_hash_format check (char_length(hash) = 64 and hash ~ '^[0-9a-f]*$'),
  constraint spent_captchas_times_finite check (isfinite(expires_at))
);
create index spent_captchas_expires_at_idx on public.spent_captchas (expires_at);

-- Rate limits by GCRA: `tat` is the theoretical arrival time of a bucket's next conforming request. The key is `<name>:<keyed hash>`.
create table public.rate_limits (
  key text primary key,
  tat timestamptz not null,
  constraint rate_limits_key_format check (char_length(split_part(key, ':', 2)) = 64 and key ~ '^[a-z]+:[0-9a-f]*$'),
  constraint rate_limits_times_finite check (isfinite(tat))
);
create index rate_limits_tat_idx on public.rate_limits (tat);

-- Visits of the page, counted by the quarter of an hour, so that an operator's day can be summed in any time
-- zone (Nepal's begins at 18:15 UTC). Nothing is stored about the visitor.
create table public.visits (
  quarter timestamptz not null,
  -- The source is named as in the waitlist; it is empty for none.
  source text not null,
  visits integer not null default 1,
  primary key (quarter, source),
  constraint visits_source_format check (char_length(source) <= 64 and source ~ '^([a-z0-9][a-z0-9._-]*)?$'),
  constraint visits_positive check (visits > 0),
  constraint visits_times_finite check (isfinite(quarter))
);

-- Times that one part of the system leaves for others:
--   since when the mails to the list are paused (claim_emails() keeps them back as long as the row exists);
--   since when bounces and complaints of the list are counted (list_counts), and since when the rest of a wave waits for
--   them (list_waits); until when a sender rests;
--   until when the requests of all senders are spoken for (claim_emails), and until when all of them rest;
--   when a backend last asked for events of the webhook; when check_store() last wrote;
--   and when a daily clean-up that has not ended yet last read a page.
create table public.system_times (
  name text primary key,
  at timestamptz not null default now(),
  -- For a pause: who or what paused the list.
  reason text,
  -- For senders that rest until this time: why, with the code of a refusal, never an address.
  why text,
  -- For a clean-up: the `part` of prune_page(), and the key `after` which it continues.
  place jsonb,
  constraint system_times_name_known
    check (name in ('list_paused', 'list_counted', 'sender_rests', 'webhook_asked', 'store_checked', 'pruned',
      'mail_pace', 'mail_limited', 'list_waits')),
  constraint system_times_reason_known check (reason in ('operator', 'bounces', 'complaints')),
  constraint system_times_why_length check (char_length(why) <= 200),
  constraint system_times_at_finite check (isfinite(at))
);

-- The operator's text, in Markdown, for a mail to the list that was not sent to everybody yet.
create table public.mail_drafts (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- The heading in the first line, for lists of drafts; empty where the first line is no heading yet.
  subject text not null default '',
  markdown text not null,
  -- The name of an update, which each person gets once under it; empty where it has none yet, or is none.
  name text not null default '',
  updated_at timestamptz not null default now(),
  constraint mail_drafts_kind_known check (kind in ('launch-announcement', 'update', 'waitlist-confirmation')),
  constraint mail_drafts_subject_length check (char_length(subject) <= 200),
  constraint mail_drafts_markdown_length check (char_length(markdown) <= 20000),
  constraint mail_drafts_name_length check (char_length(name) <= 64),
  constraint mail_drafts_times_finite check (isfinite(updated_at))
);

-- The files of supabase/migrations that were applied, with the SHA-256 of each, and the release that applied it.
-- `deploy` and the embedded stack write and compare them (server/supabase/migrations.ts): a released file
-- never changes, and a change of the database is a new file.
create table public.migration_files (
  version text primary key,
  name text not null,
  sha256 text not null,
  release text not null,
  constraint migration_files_sha256_format check (sha256 ~ '^[0-9a-f]{64}$')
);
