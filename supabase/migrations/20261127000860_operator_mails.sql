-- Mails to the operator (OPERATOR_EMAIL, docs/mail.md): a digest each morning, and alerts. A host asks
-- regularly how the launch stands, puts it into words, and queues the mails. It adds what only the host knows,
-- such as the state of its disk.

-- How the launch stands, in numbers, which server/launch judges: whether mails leave, their figures, since when
-- those to the list are paused, pending applications by the time that is left of `reply_hours`, and events for
-- the webhook.
create function public.launch_report(reply_hours integer) returns jsonb
language sql stable set search_path = '' as $$
  with pending as (
    select created_at, created_at + make_interval(hours => reply_hours) - now() as left
      from public.beta_applications where status = 'pending'
  )
  select jsonb_build_object(
    'sender', public.sender_report(),
    'mails', public.email_report(),
    'paused_at', (select at from public.system_times where name = 'list_paused'),
    'applications', (select jsonb_build_object(
        'overdue', count(*) filter (where p.left <= '0'), 'soon', count(*) filter (where p.left > '0' and p.left <= '8 hours'),
        'day', count(*) filter (where p.left > '8 hours' and p.left <= '24 hours'), 'later', count(*) filter (where p.left > '24 hours'),
        'oldest_at', min(p.created_at),
        'urgent_at', max(p.created_at) filter (where p.left <= '8 hours') + make_interval(hours => reply_hours - 8))
      from pending p),
    'events', jsonb_build_object(
      'failed', (select count(*) from public.webhook_events where failed_at is not null),
      'failed_at', (select max(failed_at) from public.webhook_events where failed_at is not null)) || coalesce((
        select jsonb_build_object('waiting_at', created_at, 'waiting_error', last_error) from public.webhook_events
          where failed_at is null order by created_at limit 1), '{"waiting_at": null, "waiting_error": null}'));
$$;

-- Whether the digest of a day is queued, or was sent. A host reads its figures only if not, each by a call of its
-- own: together they read a million people three times.
create function public.digest_queued(day text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.email_outbox where kind in ('operator-digest', 'operator-alert')
    and parameters ->> 'about' = 'digest' and parameters ->> 'day' = digest_queued.day);
$$;

-- Queues mails to the operator. `mails`: a JSON array in a text of {kind, at, parameters}; the parameters
-- include what a mail is about, and its day. Nothing is queued about a thing that was mailed after it happened
-- (`at`). Each thing is mailed once a `day` at most (for a wave, once for each pause), even if another host
-- queues it at the same moment (email_outbox_operator_key). Returns how many were queued.
create function public.queue_operator_mails(email text, mails text) returns integer
language plpgsql set search_path = '' as $$
declare
  given constant jsonb := public.known_json(mails, '{kind,at,parameters}');
  queued integer;
begin
  insert into public.email_outbox (kind, email, parameters)
    select m.kind, queue_operator_mails.email, m.parameters from jsonb_to_recordset(given) as m(kind text, at timestamptz, parameters jsonb)
      where not exists (select from public.email_outbox o where o.kind in ('operator-digest', 'operator-alert')
        and o.parameters ->> 'about' = m.parameters ->> 'about' and o.created_at >= m.at)
    on conflict ((parameters ->> 'about'), (parameters ->> 'day')) where kind in ('operator-digest', 'operator-alert') do nothing;
  get diagnostics queued = row_count;
  return queued;
end $$;
