-- Few people have left long ago, or never confirmed, so PostgreSQL looked for them by that, and each page of prune read the whole
-- waitlist: 35 s for a million people. Each page reads its own rows by their keys.
alter function public.prune_page(text) set enable_seqscan = off;
