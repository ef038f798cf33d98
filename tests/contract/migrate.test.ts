import { expect, it, onTestFinished } from "vitest";
import { StackError } from "../../server/embedded/errors/stackError.ts";
import { migrate } from "../../server/embedded/database/migrate.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";

const version = "20261127000900";

it("names the migration during which the database went away", async () => {
  const { databaseUrl, stop } = await startBackend();
  onTestFinished(stop);
  await withClient(databaseUrl, async (other) => {
    const table = "supabase_migrations.schema_migrations";
    await other.query(`delete from ${table} where version = $1`, [version]);
    // So that it can be repeated.
    await other.query("drop policy beta_applications_select_own on public.beta_applications");
    await other.query("begin");
    await other.query(`insert into ${table} (version) values ($1)`, [version]);
    const migrated = migrate(databaseUrl).catch((error: unknown) => error);
    const end =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    // On a connection of its own, as a transaction goes on seeing the activity that it has seen.
    await withClient(databaseUrl, (third) =>
      eventually("it waits", async () => (await third.query(end)).rowCount === 1),
    );
    const error = await migrated;
    expect(error).toBeInstanceOf(StackError);
    expect(String(error)).toMatch(/Migration 20261127000900_.+\.sql failed: terminating connection/u);
    await other.query("rollback");
  });
});
