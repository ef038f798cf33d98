-- Places: who may be mailed, in the order of friends, and then of joining (docs/growth.md). A place is counted when it is asked for, in
-- the index of places, so that nobody who joins or confirms writes anything for it.

-- How many people of a long list were before each group a minute ago, so that a place is counted from there instead of from the first:
-- a group has as many friends each, and joined in the same hour.
create table public.place_marks (
  friends integer not null,
  hour timestamptz not null,
  ahead integer not null,
  marked_at timestamptz not null default now(),
  primary key (friends, hour),
  constraint place_marks_ahead_positive check (ahead >= 0),
  constraint place_marks_times_finite check (isfinite(hour) and isfinite(marked_at))
);

-- Counts all places anew for the marks. Two calls never count at the same time: then the second does nothing.
create function public.mark_places() returns void
language plpgsql set search_path = '' as $$
begin
  if not pg_catalog.pg_try_advisory_xact_lock(20261129, 810000) then return; end if;
  -- PostgREST's connections refuse a deletion without a condition.
  delete from public.place_marks where ahead >= 0;
  insert into public.place_marks (friends, hour, ahead)
    select friends, hour, coalesce(sum(n) over (order by friends desc, hour rows between unbounded preceding and 1 preceding), 0) from (
      select w.friends, date_bin('1 hour', w.created_at, '2000-01-01Z') as hour, count(*) as n from public.waitlist w
        where w.confirmed_at is not null and w.unsubscribed_at is null group by 1, 2) per_group;
end $$;

-- Whether places are shown: at least so many people may be mailed. A null shows none.
create function public.are_places_shown(shown_from integer) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(shown_from <= (select count(*) from (
    select from public.waitlist where confirmed_at is not null and unsubscribed_at is null limit shown_from) first), false);
$$;

-- The place of a person; null for people who may not be mailed. For a list of more than 5,000 people it may be a minute old.
create function public.place_of(person uuid) returns integer
language plpgsql set search_path = '' as $$
declare
  me record;
  mark record;
begin
  select p.friends, p.created_at, p.id into me from public.people p where p.id = person and p.status = 'confirmed';
  if not found then return null; end if;
  -- A clock that was ahead may have left marks that it takes for those of this minute.
  if not exists (select from public.place_marks where marked_at between now() - interval '1 minute' and now())
    and 5000 < (select count(*) from (
      select from public.waitlist where confirmed_at is not null and unsubscribed_at is null limit 5001) first) then
    perform public.mark_places();
  end if;
  select m.* into mark from public.place_marks m
    where m.marked_at between now() - interval '5 minutes' and now()
      and (m.friends > me.friends or m.friends = me.friends and m.hour <= me.created_at)
    order by m.friends, m.hour desc limit 1;
  return 1 + coalesce(mark.ahead, 0)
    -- These are people with as many friends, then those with more, from the mark on.
    + (select count(*) from public.waitlist w where w.confirmed_at is not null and w.unsubscribed_at is null
        and w.friends = me.friends and (w.created_at, w.id) < (me.created_at, me.id)
        -- By the first condition alone, the planner would expect a third of the list.
        and w.created_at between case when mark.friends = me.friends then mark.hour else '-infinity' end and me.created_at)
    + case when mark.friends = me.friends then 0 else (
        select count(*) from public.waitlist w where w.confirmed_at is not null and w.unsubscribed_at is null
          and w.friends > me.friends and w.friends < coalesce(mark.friends, 2147483647)) end
    + case when mark.friends > me.friends then (
        select count(*) from public.waitlist w where w.confirmed_at is not null and w.unsubscribed_at is null
          and w.friends = mark.friends and w.created_at >= mark.hour) else 0 end;
end $$;

-- `POST /place`: what a person's link shows, as {place, friends, share_code, confirmed}; null where they are not on the list any more.
-- There is no place while they have not confirmed, or while fewer than `shown_from` people may be mailed.
create function public.show_place(token_hash text, shown_from integer default null) returns jsonb
language plpgsql set search_path = '' as $$
begin
  return (select jsonb_build_object('place', case when public.are_places_shown(shown_from) then public.place_of(p.id) end,
      'friends', p.friends, 'share_code', p.share_code, 'confirmed', p.status = 'confirmed')
    from public.email_tokens t join public.people p on p.id = t.person
    where t.hash = token_hash and t.purpose = 'place' and t.expires_at > now() and p.status in ('confirmed', 'unconfirmed'));
end $$;

-- `POST /erase`: erases the person of a link to unsubscribe, who so proves that the address is theirs. Returns whether the link is known.
create function public.erase_by_link(token_hash text) returns boolean
language plpgsql set search_path = '' as $$
declare
  person constant text := (select w.email from public.email_tokens t join public.waitlist w on w.id = t.person
    where t.hash = token_hash and t.purpose = 'unsubscribe' and t.expires_at > now());
begin
  if person is null then return false; end if;
  perform public.erase_person(person);
  return true;
end $$;
