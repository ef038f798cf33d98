import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { cli, hosted, type TerminalOptions } from "./terminal.ts";
import { openWorkplace, type Workplace } from "./workplace.ts";

/** A backend for the tests of one file, emptied before each test, and imports into it. */
export function useImports() {
  let backend: Workplace["backend"];
  let folder: string;
  beforeAll(async () => {
    const place = await openWorkplace();
    ({ backend, folder } = place);
    return place.close;
  });
  beforeEach(async () => {
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    await withClient(backend.databaseUrl, (client) =>
      client.query("truncate waitlist, beta_applications, email_suppressions, erasures cascade"),
    );
  });
  const run = (argv: string[], options: TerminalOptions = {}) =>
    cli(argv, { env: hosted(backend), folder, ...options });
  const query = (sql: string) =>
    withClient(backend.databaseUrl, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);
  return {
    run,
    query,
    file: (name: string) => join(folder, name),
    supabase: () => backend.supabase,
    backend: () => backend,
    /** Imports a text as a file into the waitlist. */
    importing: async (content: string | Uint8Array, argv: string[] = [], options: TerminalOptions = {}) => {
      await writeFile(join(folder, "people.csv"), content);
      return run(["import", "waitlist", "people.csv", ...argv], options);
    },
    /** Local parts of the addresses on the waitlist, with `-` before people who have unsubscribed. */
    people: async () =>
      (
        await query(
          "select case when unsubscribed_at is null then '' else '-' end || split_part(email, '@', 1) as person from waitlist order by email",
        )
      ).map(({ person }) => person),
    /** The reasons on the suppression list, in order. */
    suppressed: async () =>
      (await query("select reason from email_suppressions order by reason")).map(({ reason }) => reason),
  };
}
