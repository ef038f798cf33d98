import * as v from "valibot";
import { readMigrations } from "../../../server/embedded/database/migrate.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { prepareDatabase } from "../../../server/embedded/lite/prepareDatabase.ts";
import { withScratchDatabase } from "../../../server/embedded/folder/scratch.ts";

const report = v.object({
  clock: v.string(),
  /** Versions, oldest first. */
  migrations: v.array(v.string()),
  /** One line per fact. */
  facts: v.array(v.string()),
  /** Tables, and the first column of their primary key. */
  tables: v.record(v.string(), v.string()),
  /** Functions, and the names of their arguments. */
  functions: v.record(v.string(), v.array(v.string())),
});

/** The schema of a database as `schema_report()` in supabase/migrations describes it. */
export type SchemaReport = v.InferOutput<typeof report>;

/** Reads the answer of `schema_report()`. @throws ValiError when it has another shape. */
export const parseSchemaReport = (data: unknown): SchemaReport => v.parse(report, data);

/** What the migrations produce. A report tells that columns of a table are granted, but not which; `columns` has them by that fact. */
export interface ExpectedSchema extends SchemaReport {
  columns: ReadonlyMap<string, string>;
}

const columnGrants = `
  select format('grant %s on %s to %s', lower(g.privilege_type), g.attrelid::regclass, g.grantee::regrole) as fact,
    string_agg(quote_ident(g.attname), ', ' order by g.attnum) as columns
  from (select attrelid, attname, attnum, (aclexplode(attacl)).* from pg_attribute) g
  where g.attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
  group by fact`;

let expected: Promise<ExpectedSchema> | undefined;

/** The schema that this checkout's migrations produce, found out on a temporary PostgreSQL (about two seconds). */
export const expectedSchema = (): Promise<ExpectedSchema> => (expected ??= makeExpected());

const makeExpected = (): Promise<ExpectedSchema> =>
  withScratchDatabase(async (databaseUrl) => {
    await prepareDatabase({
      databaseUrl,
      keys: {
        jwtSecret: "thrown-away-with-the-cluster-jwt",
        secretKey: "sb_secret_thrown_away_with_the_cluster",
      },
    });
    return withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ report: unknown }>("select public.schema_report() as report");
      const grants = await client.query<{ fact: string; columns: string }>(columnGrants);
      const columns = new Map(grants.rows.map((row) => [row.fact, row.columns]));
      return { ...parseSchemaReport(rows[0]?.report), columns };
    });
  });

/** Names of the migrations by version, to say which one is missing. */
export const migrationNames = async (): Promise<Map<string, string>> =>
  new Map((await readMigrations()).map(({ version, name }) => [version, `${version}_${name}.sql`]));
