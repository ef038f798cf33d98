-- Consent and its end: confirmations, unsubscriptions, and addresses that must not be mailed.
--
-- A transaction that changes more than one table for a person locks in this order: the mailbox, the row of the
-- waitlist, then links, applications, mails and suppressions. Several people are locked in the order of their
-- addresses (docs/decisions/0192).

-- Locks a mailbox until the end of the transaction, so that joins, applications and erasures with its addresses
-- wait for each other.
create function public.lock_mailbox(person text) returns void
language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(public.email_mailbox_v1(person), 0));
$$;

-- The hash that an address has in email_suppressions. It is HMAC's nested construction with two independent
-- keys of one block each (NMAC), built by hand because hosts keep pgcrypto in different schemas.
create function public.suppression_hash(person text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select
      encode(sha256(decode(outer_key, 'hex') || sha256(decode(inner_key, 'hex') || convert_to(lower(btrim(person)), 'UTF8'))), 'hex')
    from public.suppression_key);
end $$;

-- Security definer: a role that may write a row need not be able to read the key.
create function public.hash_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.email_hash := public.suppression_hash(new.email);
  return new;
end $$;
create trigger waitlist_hash_email before insert or update of email, email_hash on public.waitlist
  for each row execute function public.hash_email();

-- Why nobody may send mail to this address: it was erased, bounced or complained; else null. People who
-- unsubscribed may still get answers as applicants.
create function public.suppression_reason(person text) returns text
language plpgsql stable set search_path = '' as $$
declare
  person_hash constant text := public.suppression_hash(person);
begin
  -- There is no limit here: with one, PostgreSQL would read the whole table instead of the index.
  return (select min(reason) from public.email_suppressions where hash = person_hash and reason <> 'unsubscribed');
end $$;

-- Puts an address on the suppression list. A stronger reason is never replaced by a weaker one.
create function public.suppress_email(person text, why text) returns void
language plpgsql set search_path = '' as $$
declare
  person_hash constant text := public.suppression_hash(person);
  strength constant text[] := array['erased', 'unsubscribed', 'bounced', 'complained'];
begin
  if why in ('bounced', 'complained') then
    -- A failed mail to a suppressed address is not a failure that the operator has to repair.
    update public.email_outbox set last_error = 'suppressed'
      where email = lower(btrim(person)) and failed_at is not null and bounced_at is null
        and last_error not in ('suppressed', 'unsubscribed', 'not_needed');
  end if;
  -- This is one statement, so that of two reports at the same moment the stronger one wins.
  insert into public.email_suppressions as s (hash, reason, erased) values (person_hash, why, why = 'erased')
    on conflict (hash) do update set
      reason = case when array_position(strength, excluded.reason) > array_position(strength, s.reason)
        then excluded.reason else s.reason end,
      erased = s.erased or excluded.erased;
end $$;

-- Lets mails be sent again to people who were erased, left long ago or could not be reached, when they join or
-- apply again. Complaints stay.
create function public.lift_suppression(person text, reasons text[]) returns void
language plpgsql set search_path = '' as $$
declare
  person_hash constant text := public.suppression_hash(person);
begin
  delete from public.email_suppressions where hash = person_hash and reason = any (reasons);
  update public.email_suppressions set erased = false where hash = person_hash and erased;
end $$;

-- Whether somebody is off the list only because of a bounce: they never unsubscribed, neither here nor where an
-- import knows it from.
create function public.is_off_by_bounce(person text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.waitlist w join public.email_suppressions s on s.hash = w.email_hash
    where w.email = person and s.reason = 'bounced' and w.unsubscribed_at >= s.created_at and 'unsubscribed' is distinct from (
      select c.event from public.consent_events c where c.person = w.id order by c.happened_at desc, c.id limit 1));
$$;

-- Lets mails be sent again to a person whose mail bounced, and puts them back on the list unless they
-- unsubscribed as well. If it was the launch mail that did not arrive, they are to be notified again. Returns
-- whether the person was put back.
create function public.lift_bounce(person uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  bounced text;
begin
  select w.email into bounced from public.waitlist w where w.id = person for no key update;
  if public.suppression_reason(bounced) is distinct from 'bounced' then return false; end if;
  -- The list comes first, while the suppression still tells that nothing else took them off it, such as an
  -- import, for which there is no event.
  update public.waitlist set unsubscribed_at = null, notified = notified and not coalesce((
      select bool_and(o.bounced_at is not null or (o.sent_at is null and o.doubtful_since is null))
        from public.email_outbox o where o.email = bounced and o.kind = 'launch-announcement'), false)
    where id = person and public.is_off_by_bounce(bounced);
  perform public.lift_suppression(bounced, array['bounced']);
  return true;
end $$;

-- Does the same for several people: a JSON array of their addresses in a text. Returns how many were put back.
create function public.lift_bounces(people text) returns integer
language sql set search_path = '' as $$
  select count(*) filter (where public.lift_bounce(listed.id))::integer from (
    select w.id from public.waitlist w
      where w.email = any (array(select lower(btrim(a)) from jsonb_array_elements_text(people::jsonb) a))
      order by w.email for no key update) listed;
$$;

-- Takes a person off the list who withdraws consent, and records it. `told_by`: how we know of it if the person
-- did not tell us; the figures of what moved leave these out. Returns whether the person was on the list.
create function public.withdraw_consent(
  person text, since timestamptz default now(), client text default null, told_by text default null
) returns boolean
language plpgsql set search_path = '' as $$
declare
  left_now boolean;
begin
  update public.waitlist set unsubscribed_at = since where email = person and unsubscribed_at is null;
  left_now := found;
  -- A person whose mail bounced is off the list already, but withdraws all the same.
  insert into public.consent_events (person, event, happened_at, client_hash, proof)
    select w.id, 'unsubscribed', since, client, told_by from public.waitlist w where w.email = person
      and (left_now or (public.suppression_reason(w.email) = 'bounced' and 'unsubscribed' is distinct from (
        select c.event from public.consent_events c where c.person = w.id order by c.happened_at desc, c.id limit 1)));
  return left_now;
end $$;

-- When a person is on the list again, or is to be notified of the launch again, ends their queued and failed
-- mails, which would otherwise be sent beside the new ones.
create function public.end_former_announcements() returns trigger
language plpgsql set search_path = '' as $$
declare
  returned constant boolean := old.unsubscribed_at is not null and new.unsubscribed_at is null;
begin
  update public.email_outbox set failed_at = coalesce(failed_at, now()), leased_until = null,
      -- A bounce is not an unsubscription.
      last_error = case when public.suppression_reason(new.email) is null then 'unsubscribed' else 'suppressed' end
    where email = new.email and (kind = 'launch-announcement' or (returned and kind = 'update')) and sent_at is null;
  -- An import may have added the person as unsubscribed: prune_page() keeps them off the list if they do not
  -- confirm.
  if returned and public.suppression_reason(new.email) is null
    and not exists (select from public.consent_events c where c.person = new.id and c.event = 'unsubscribed') then
    insert into public.consent_events (person, event, happened_at, proof) values (new.id, 'unsubscribed', old.unsubscribed_at, 'import');
  end if;
  return null;
end $$;
create trigger waitlist_end_former_announcements after update of unsubscribed_at, notified on public.waitlist
  for each row when ((old.unsubscribed_at is not null and new.unsubscribed_at is null) or (old.notified and not new.notified))
  execute function public.end_former_announcements();

-- Makes links valid. `tokens`: a JSON array of {hash, purpose, email} in a text. Links of people who were
-- erased are left out.
create function public.register_email_tokens(tokens text) returns void
language sql set search_path = '' as $$
  insert into public.email_tokens as t (hash, purpose, person, expires_at)
    select g.hash, g.purpose, w.id, now() + case g.purpose when 'confirm' then interval '90 days' else interval '3 years' end
    from (select distinct on (hash) *
      from jsonb_to_recordset(public.known_json(tokens, '{hash,purpose,email}')) as r(hash text, purpose text, email text)) g
    join public.waitlist w on w.email = g.email
    order by g.email, g.hash for key share of w
    on conflict (hash) do update set expires_at = excluded.expires_at where t.purpose <> 'confirm';
$$;

-- Decides whether a person who has just confirmed counts for their referrer: each mailbox counts once, and
-- nobody counts for themselves. A person who joined within a day of their referrer, or of another friend of the
-- referrer, from the same network address does not count. Who counted goes on counting, also after they are erased.
-- The caller holds the locks of the mailbox, of the person and of the referrer.
create function public.credit_referrer(person uuid) returns void
language sql set search_path = '' as $$
  with credited as (
    update public.waitlist w set sender_credit = case
        when public.email_mailbox_v1(w.email) = public.email_mailbox_v1(s.email) then 'oneself'
        when exists (select from public.waitlist o
          where public.email_mailbox_v1(o.email) = public.email_mailbox_v1(w.email) and o.sender_credit = 'counted') then 'mailbox_counted'
        when exists (select from public.consent_events mine
          join public.consent_events theirs on theirs.client_hash = mine.client_hash
            and theirs.happened_at between mine.happened_at - interval '1 day' and mine.happened_at
          where mine.person = w.id and mine.event = 'asked' and theirs.person in (
            select s.id union all
            select o.id from public.waitlist o
              where o.referred_by = w.referred_by and o.created_at > w.created_at - interval '1 day'
                and o.id <> w.id)) then 'same_network'
        else 'counted' end
      from public.waitlist s where w.id = person and w.sender_credit is null and s.share_code = w.referred_by
      returning w.referred_by, w.sender_credit
  )
  update public.waitlist w set friends = w.friends + 1
    from credited c where c.sender_credit = 'counted' and w.share_code = c.referred_by;
$$;

-- Spends a confirmation link. Returns the person whose address is confirmed, as {id, share_code, answered},
-- else null. Following the link twice is a success. `tokens`: a JSON array of {hash, purpose} in a text, the links
-- to the person's place that the browser gets.
create function public.confirm_email(token_hash text, client_hash text default null, tokens text default '[]') returns jsonb
language plpgsql set search_path = '' as $$
declare
  token public.email_tokens;
begin
  -- The lock makes two addresses of one mailbox count once, even if they are confirmed at the same moment.
  perform public.lock_mailbox(w.email) from public.waitlist w join public.email_tokens t on t.person = w.id
    where t.hash = token_hash and w.referred_by is not null and w.sender_credit is null;
  perform from public.waitlist w where w.id in (
      select t.person from public.email_tokens t where t.hash = token_hash
      union select s.id from public.email_tokens t join public.waitlist p on p.id = t.person
        join public.waitlist s on s.share_code = p.referred_by where t.hash = token_hash and p.sender_credit is null)
    order by w.email for no key update;
  select * into token from public.email_tokens t where t.hash = token_hash and t.purpose = 'confirm' for update;
  if token.spent_at is null and token.expires_at > now() then
    -- The name of an application counts from now on, since the address is proven.
    update public.waitlist w set confirmed_at = coalesce(w.confirmed_at, now()), name = coalesce(w.name, (
        select a.name from public.beta_applications a where a.email = w.email order by a.created_at desc, a.id desc limit 1))
      where w.id = token.person and w.unsubscribed_at is null;
    if not found then return null; end if;
    update public.email_tokens set spent_at = now() where hash = token_hash;
    insert into public.consent_events (person, event, client_hash) values (token.person, 'confirmed', confirm_email.client_hash);
    perform public.credit_referrer(token.person);
    perform public.register_email_tokens((select jsonb_agg(t || jsonb_build_object('email', w.email))
      from public.waitlist w, jsonb_array_elements(tokens::jsonb) t where w.id = token.person)::text);
  elsif token.spent_at is null then
    return null;
  end if;
  return (select jsonb_build_object('id', w.id, 'share_code', w.share_code, 'answered', array(select jsonb_object_keys(w.answers)))
    from public.waitlist w where w.id = token.person and w.confirmed_at is not null and w.unsubscribed_at is null);
end $$;

-- Unsubscribes the recipient of a mail. Returns whether the link is known and valid.
create function public.unsubscribe_email(token_hash text, client_hash text default null) returns boolean
language plpgsql set search_path = '' as $$
declare
  person text;
begin
  select w.email into person from public.waitlist w join public.email_tokens t on t.person = w.id
    where t.hash = token_hash for no key update of w;
  update public.email_tokens t set spent_at = coalesce(spent_at, now())
    where t.hash = token_hash and t.purpose = 'unsubscribe' and t.expires_at > now();
  if not found then return false; end if;
  perform public.withdraw_consent(person, client => client_hash);
  return true;
end $$;

-- Records a provider's report: `people` (a JSON array in a text) bounced or complained. Unknown addresses are
-- ignored. `provider`: its id of the mail. Returns how many are known.
create function public.record_email_event(event text, people text, provider text default null) returns integer
language plpgsql set search_path = '' as $$
declare
  given constant text[] := array(select distinct lower(btrim(p)) from jsonb_array_elements_text(people::jsonb) p order by 1);
  person text;
  known integer := 0;
begin
  perform from public.waitlist where email = any (given) order by email for no key update;
  foreach person in array given loop
    continue when not exists (select from public.email_outbox where email = person)
      and not exists (select from public.waitlist where email = person)
      and not exists (select from public.beta_applications where email = person);
    known := known + 1;
    if event = 'complained' then
      perform public.withdraw_consent(person, told_by => 'complaint');
    else
      update public.waitlist set unsubscribed_at = now() where email = person and unsubscribed_at is null;
    end if;
    update public.email_outbox set
        bounced_at = case event when 'bounced' then coalesce(bounced_at, now()) else bounced_at end,
        complained_at = case event when 'complained' then coalesce(complained_at, now()) else complained_at end
      where id = (select id from public.email_outbox
                    where email = person and sent_at is not null and (provider is null or coalesce(provider_id, provider) = provider)
                    order by coalesce(provider_id = provider, false) desc, sent_at desc limit 1);
    perform public.suppress_email(person, event);
  end loop;
  if known > 0 then perform public.watch_list(); end if;
  return known;
end $$;

-- Marks people as the operator says: they were 'notified', or 'unsubscribed', elsewhere. A dry run is rolled
-- back. `addresses`: a JSON array in a text. Returns how many changed, and the places, from 0, of addresses
-- that are not on the waitlist.
create function public.mark_waitlist(addresses text, event text, dry_run boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant text[] := array(select jsonb_array_elements_text(addresses::jsonb));
  changed bigint;
begin
  begin
    perform from public.waitlist where email = any (given) order by email for no key update;
    case event
      when 'notified' then
        update public.waitlist set notified = true where email = any (given) and not notified;
        get diagnostics changed = row_count;
      when 'unsubscribed' then
        -- This includes people who are off the list because a mail bounced: lift_bounce() must not put them
        -- back.
        select count(*) filter (where public.withdraw_consent(email)) into changed from public.waitlist where email = any (given);
    end case;
    if dry_run then raise exception using errcode = 'KB000', message = 'taken back'; end if;
  exception when sqlstate 'KB000' then null;
  end;
  return jsonb_build_object('changed', changed, 'unknown', (
    select coalesce(jsonb_agg(g.nth - 1 order by g.nth), '[]') from unnest(given) with ordinality as g(email, nth)
    where not exists (select from public.waitlist w where w.email = g.email)
  ));
end $$;

-- Corrects the address of a person who has not confirmed it. Their consent stays on record, the new address has
-- to be confirmed like any other, and links in mails to the old one lead nowhere. A person who has confirmed
-- has the right address already.
-- `applications`: a JSON array in a text of the ids of the person's applications with the same typo. These get
-- the new address, too, and mails about them are sent anew for their present status.
-- Outcomes: corrected, absent, confirmed, left, listed (the new address), suppressed (the new address),
-- being_mailed.
create function public.correct_email(person text, corrected text, applications text default '[]') returns text
language plpgsql set search_path = '' as $$
declare
  listed public.waitlist;
  carried uuid[];
  mailbox text;
begin
  -- The locks keep anybody from joining with either address or being erased meanwhile. Two corrections lock in
  -- the same order.
  perform pg_catalog.pg_advisory_xact_lock_shared(20261122, 260000);
  for mailbox in select public.email_mailbox_v1(unnest(array[person, corrected])) order by 1
    loop perform public.lock_mailbox(mailbox); end loop;
  select * into listed from public.waitlist where email = person for update;
  if not found then
    -- The same correction is repeated, because its answer was lost.
    return case when exists (select from public.consent_events c join public.waitlist w on w.id = c.person
      where w.email = corrected and c.event = 'corrected' and c.happened_at > now() - interval '1 hour') then 'corrected' else 'absent' end;
  end if;
  if listed.confirmed_at is not null then return 'confirmed'; end if;
  -- A wrong address bounces, and the bounce takes the person off the list.
  if listed.unsubscribed_at is not null and not public.is_off_by_bounce(person) then return 'left'; end if;
  if exists (select from public.waitlist where email = corrected) then return 'listed'; end if;
  if exists (select from public.email_suppressions where hash = public.suppression_hash(corrected)) then return 'suppressed'; end if;
  carried := array(select a.id from public.beta_applications a
    where a.email = person and a.id in (select value::uuid from jsonb_array_elements_text(applications::jsonb)) order by a.id for update);
  if exists (select from public.email_outbox where leased_until > now()
      and (application_id = any (carried) or (email = person and kind = 'waitlist-confirmation'))) then
    return 'being_mailed';
  end if;
  -- This comes first, while a bounce still tells that the person did not unsubscribe.
  update public.waitlist set unsubscribed_at = null where email = person and unsubscribed_at is not null;
  delete from public.email_tokens t where t.person = listed.id;
  update public.waitlist set email = corrected where email = person;
  insert into public.consent_events (person, event) values (listed.id, 'corrected');
  -- A queued mail is not reused, because the provider may know its id from a mail to the old address.
  update public.email_outbox set failed_at = now(), last_error = 'not_needed'
    where email = person and kind = 'waitlist-confirmation' and sent_at is null and failed_at is null;
  update public.email_outbox set email = corrected where email = person and kind = 'waitlist-confirmation';
  insert into public.email_outbox (kind, email) values ('waitlist-confirmation', corrected);
  update public.beta_applications set email = corrected where id = any (carried);
  delete from public.email_outbox where application_id = any (carried);
  insert into public.email_outbox (kind, email, application_id)
    select case status when 'pending' then 'application-received' else 'application-' || status end, corrected, id
      from public.beta_applications where id = any (carried);
  return 'corrected';
end $$;
