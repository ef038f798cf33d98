import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import { beforeAll, beforeEach } from "vitest";
import { closePool, openPool } from "../../server/store/postgres.ts";
import { startBackend } from "../support/backend.ts";
import { emptyTables } from "../support/keptDatabases.ts";
import { cli, hosted, scratchFolder, type TerminalOptions } from "./terminal.ts";

/** A backend and a folder for the tests of one file, both emptied before each test, and commands that work on them. */
export function useCommands() {
  let place: { backend: Awaited<ReturnType<typeof startBackend>>; folder: string; database: Pool };
  beforeAll(async () => {
    const [backend, { folder, remove }] = await Promise.all([startBackend(), scratchFolder()]);
    // All queries share one connection, because opening one takes ten times as long as most queries.
    const database = openPool({ connectionString: backend.databaseUrl, max: 1 });
    place = { backend, folder, database };
    return async () => {
      await remove();
      await closePool(database);
      await backend.stop();
    };
  });
  const query = async (sql: string) => (await place.database.query<Record<string, unknown>>(sql)).rows;
  beforeEach(async () => {
    for (const name of await readdir(place.folder)) await rm(join(place.folder, name), { recursive: true });
    await query(emptyTables);
  });
  const run = (argv: string[], options: TerminalOptions = {}) =>
    cli(argv, { env: hosted(place.backend), folder: place.folder, ...options });
  return {
    run,
    /** Runs a command with `--out -` and returns its output. */
    printed: async (...argv: string[]) => (await run([...argv, "--out", "-"])).out,
    query,
    /** The values of the first column that a query gives. */
    list: async (sql: string) => (await query(sql)).map((row) => Object.values(row)[0]),
    file: (name: string) => join(place.folder, name),
    write: (name: string, content: string | Uint8Array) => writeFile(join(place.folder, name), content),
    backend: () => place.backend,
    supabase: () => place.backend.supabase,
  };
}
