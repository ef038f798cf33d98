-- As in 20261121150000_marks.sql; that somebody has left is written down beside their consent, whoever says so.
create or replace function public.mark_waitlist(addresses text, event text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given constant text[] := array(select jsonb_array_elements_text(addresses::jsonb));
  changed bigint;
begin
  case event
    when 'notified' then
      update public.waitlist set notified = true where email = any(given) and not notified;
      get diagnostics changed = row_count;
    when 'unsubscribed' then
      with gone as (
        update public.waitlist set unsubscribed_at = now() where email = any(given) and unsubscribed_at is null returning email
      ), noted as (
        insert into public.consent_events (email, event) select email, 'unsubscribed' from gone
      )
      select count(*) into changed from gone;
  end case;
  return jsonb_build_object('changed', changed, 'unknown', (
    select coalesce(jsonb_agg(g.nth - 1 order by g.nth), '[]') from unnest(given) with ordinality as g(email, nth)
    where not exists (select from public.waitlist w where w.email = g.email)
  ));
end $$;
