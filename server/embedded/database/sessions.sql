-- Ends a session of @supabase/lite at its 501st renewal. lite keeps the tokens of a session and follows them one by one through
-- all of them when a used one comes again: 10,000 stop this process for two seconds, and anybody can ask.
create or replace function auth.keelbook_end_long_session() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (select count(*) from auth.refresh_tokens t where t.session_id = new.session_id) > 501 then
    delete from auth.sessions s where s.id = new.session_id;
  end if;
  return null;
end $$;
revoke execute on function auth.keelbook_end_long_session() from public;

create or replace trigger keelbook_end_long_session after insert on auth.refresh_tokens
  for each row execute function auth.keelbook_end_long_session();
