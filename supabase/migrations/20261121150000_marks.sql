-- What the operator's commands say happened outside: a mail was sent, somebody asked to be left alone. Addresses come as a
-- JSON array in a text, as in 20261121140100_imports.sql, and are answered by their place in it, never by themselves.

-- Marks people of the waitlist as `notified` or `unsubscribed`; who is already stays as they are. `unknown`: places, from 0,
-- of addresses that are not on the waitlist.
create function public.mark_waitlist(addresses text, event text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant text[] := array(select jsonb_array_elements_text(addresses::jsonb));
  changed bigint;
begin
  case event
    when 'notified' then
      update public.waitlist set notified = true where email = any(given) and not notified;
    when 'unsubscribed' then
      update public.waitlist set unsubscribed_at = now() where email = any(given) and unsubscribed_at is null;
  end case;
  get diagnostics changed = row_count;
  return jsonb_build_object('changed', changed, 'unknown', (
    select coalesce(jsonb_agg(g.nth - 1 order by g.nth), '[]') from unnest(given) with ordinality as g(email, nth)
    where not exists (select from public.waitlist w where w.email = g.email)
  ));
end $$;

-- Places, from 0, of addresses that are on the suppression list.
create function public.suppressed_among(addresses text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(g.nth - 1 order by g.nth), '[]') from jsonb_array_elements_text(addresses::jsonb) with ordinality as g(email, nth)
  where exists (select from public.email_suppressions)
    and exists (select from public.email_suppressions s where s.hash = any(public.suppression_hashes(g.email)));
$$;

revoke execute on function public.mark_waitlist(text, text) from public, anon, authenticated;
revoke execute on function public.suppressed_among(text) from public, anon, authenticated;
grant execute on function public.mark_waitlist(text, text) to service_role;
grant execute on function public.suppressed_among(text) to service_role;
