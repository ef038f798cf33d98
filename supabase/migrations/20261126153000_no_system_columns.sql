-- PostgREST also selects system columns by their names, and a signed-in applicant could read those of their own row: `xmax` tells that an
-- operator wrote a note, because each line of the history locks its application, `ctid` about how many applications there are, and `xmin`
-- how much is written here. A grant of columns does not include them.
revoke select on public.beta_applications from authenticated;
grant select (id, name, email, company, role, reason, status, created_at, reviewed_at) on public.beta_applications to authenticated;
