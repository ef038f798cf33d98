import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isOutboxMail, messageParameters } from "../../server/mail/messages/parameters.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The version of the made-up next release. */
export const nextVersion = "99.0.0";

/** The mail that it adds. */
export const newKind = "waitlist-welcome";

const kinds = [...Object.keys(messageParameters).filter(isOutboxMail), newKind].map((kind) => `'${kind}'`).join(", ");

/** The migration of a made-up next release: a column, a function that is another, and a kind of mail with what queues it. */
export const nextMigration = {
  file: "20991231000000_made_up.sql",
  sql: `alter table public.waitlist add column locale text not null default 'en'
  constraint waitlist_locale_format check (locale ~ '^[a-z]{2}$');

-- A join takes its row from here, in which each column that has no null needs its value.
create or replace function public.new_subscriber(given text) returns public.waitlist
language sql volatile set search_path = '' as $$
  select jsonb_populate_record(null::public.waitlist, jsonb_build_object(
    'id', gen_random_uuid(), 'share_code', public.free_share_code(), 'created_at', clock_timestamp(), 'notified', false,
    'answers', '{}'::jsonb, 'tags', '[]'::jsonb, 'friends', 0, 'locale', 'en') || given::jsonb);
$$;

alter table public.email_outbox drop constraint email_outbox_kind_known,
  add constraint email_outbox_kind_known check (kind in (${kinds}));
create function public.welcome() returns trigger
language plpgsql set search_path = '' as $$
begin
  insert into public.email_outbox (kind, email) values ('${newKind}', new.email);
  return null;
end $$;
create trigger waitlist_welcome after update of confirmed_at on public.waitlist
  for each row when (old.confirmed_at is null and new.confirmed_at is not null) execute function public.welcome();
`,
};

/** The arguments of `join_waitlist` by which the made-up release joins. */
export const nextJoin = (email: string) => ({
  subscriber: JSON.stringify({ email, locale: "fi" }),
  bucket: `waitlist:${"0".repeat(64)}`,
  burst: 10,
  seconds_per_request: 1,
});

/** Makes an installed copy of this checkout in a folder, as another version with other migrations, and with a page of one line. */
export async function installAs(folder: string, version: string, migrations: string): Promise<void> {
  await cp(join(root, "dist/scripts"), join(folder, "dist/scripts"), { recursive: true });
  await mkdir(join(folder, "scripts"));
  for (const name of await readdir(join(root, "scripts")))
    if (name.endsWith(".mjs")) await cp(join(root, "scripts", name), join(folder, "scripts", name));
  for (const name of ["node_modules", "server"]) await symlink(join(root, name), join(folder, name));
  await cp(migrations, join(folder, "supabase/migrations"), { recursive: true });
  const manifest: object = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ ...manifest, version }));
  await mkdir(join(folder, "dist/client"));
  for (const page of ["index.html", "404.html"])
    await writeFile(join(folder, "dist/client", page), "<!doctype html><title>Keelbook</title>");
  await writeFile(
    join(folder, "dist/headers.json"),
    JSON.stringify({ base: "/", everywhere: {}, documents: {}, assets: {}, pages: {} }),
  );
}

/** Makes such a copy of the made-up next release. */
export async function installNext(folder: string): Promise<void> {
  await installAs(folder, nextVersion, join(root, "supabase/migrations"));
  await writeFile(join(folder, "supabase/migrations", nextMigration.file), nextMigration.sql);
}
