import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { readMigrations, withClient } from "../../../server/embedded/database/migrate.ts";
import { openDataFolder } from "../../../server/embedded/folder/open.ts";
import { startLite } from "../../../server/embedded/lite/lite.ts";
import { startCluster } from "../../../server/embedded/postgres/cluster.ts";

const report = v.object({
  clock: v.string(),
  /** Versions, oldest first. */
  migrations: v.array(v.string()),
  /** One line a fact. */
  facts: v.array(v.string()),
  /** Tables, and the first column of their primary key. */
  tables: v.record(v.string(), v.string()),
  /** Functions, and the names of their arguments. */
  functions: v.record(v.string(), v.array(v.string())),
});

/** The schema of a database as `schema_report()` in supabase/migrations tells it. */
export type SchemaReport = v.InferOutput<typeof report>;

export const parseSchemaReport = (data: unknown): SchemaReport => v.parse(report, data);

let expected: Promise<SchemaReport> | undefined;

/** What the migrations of this checkout make, found out on a PostgreSQL that is thrown away again (about two seconds). */
export const expectedSchema = (): Promise<SchemaReport> => (expected ??= makeExpected());

async function makeExpected(): Promise<SchemaReport> {
  const folder = await openDataFolder(await mkdtemp(join(tmpdir(), "prelaunch-check-")));
  try {
    const cluster = await startCluster({
      folder: join(folder, "postgres"),
      password: "thrown-away-with-the-cluster",
      durable: false,
    });
    try {
      const url = cluster.url("postgres");
      const keys = {
        jwtSecret: "thrown-away-with-the-cluster-jwt",
        secretKey: "sb_secret_thrown_away_with_the_cluster",
      };
      const lite = await startLite({
        databaseUrl: url,
        keys,
        siteUrl: "http://localhost",
        mail: { send: async () => undefined },
      });
      await lite.close();
      const { rows } = await withClient(url, (client) =>
        client.query<{ report: unknown }>("select public.schema_report() as report"),
      );
      return parseSchemaReport(rows[0]?.report);
    } finally {
      await cluster.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Names of the migrations by version, to say which one is missing. */
export const migrationNames = async (): Promise<Map<string, string>> =>
  new Map((await readMigrations()).map(({ version, name }) => [version, `${version}_${name}.sql`]));
