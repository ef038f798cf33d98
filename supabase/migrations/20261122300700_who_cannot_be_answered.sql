-- Whoever decides on an application is told if no mail will go to the applicant: their address bounced, or they complained.

-- As in 20261122120000_application_events.sql, and `unreachable`, the reason for which claim_emails will end the mail.
create or replace function public.review_application(
  application uuid, event uuid, actor text, decision text default null, note text default null,
  mail_after_seconds integer default 0, rehearsal boolean default false
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  standing text;
  outcome jsonb;
begin
  begin
    select a.status into standing from public.beta_applications a where a.id = application for update;
    if standing is null then
      raise sqlstate 'PT404' using message = 'There is no application with this id.';
    end if;
    if exists (select from public.beta_application_events e where e.id = event and e.application_id = application) then
      null;
    elsif decision is null then
      insert into public.beta_application_events (id, application_id, actor, from_status, to_status, note)
        values (event, application, review_application.actor, standing, standing, review_application.note);
    elsif decision = standing then
      raise sqlstate 'PT409' using message = public.application_standing(application);
    else
      perform set_config('prelaunch.review', jsonb_build_object(
        'event', event, 'actor', actor, 'note', note, 'mail_after_seconds', mail_after_seconds)::text, true);
      update public.beta_applications a set status = decision where a.id = application;
      perform set_config('prelaunch.review', '', true);
    end if;
    select jsonb_build_object(
      'status', a.status,
      'unreachable', blocked.reason,
      'told', (select substr(o.kind, 13) from public.email_outbox o
                 where o.application_id = a.id and o.kind in ('application-accepted', 'application-declined')
                   and coalesce(o.sent_at, o.doubtful_since) is not null
                 order by coalesce(o.sent_at, o.doubtful_since) desc limit 1),
      'mail_waits', blocked.reason is null and exists (select from public.email_outbox o
                 where o.application_id = a.id and o.kind = 'application-' || a.status and o.sent_at is null and o.dead_at is null)
    ) into outcome from public.beta_applications a left join lateral (
      select s.reason from public.email_suppressions s
        where s.hash = any (public.suppression_hashes(a.email)) and s.reason <> 'unsubscribed' limit 1
    ) as blocked on true where a.id = application;
    if rehearsal then
      raise exception 'rehearsed' using errcode = 'KBREH';
    end if;
  exception when sqlstate 'KBREH' then null;
  end;
  return outcome;
end $$;
