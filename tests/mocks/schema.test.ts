import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/migrate.ts";
import { type Table, tables } from "../../server/mocks/rest/tables.ts";
import { startBackend } from "../support/backend.ts";

const columns = `select column_name as name, is_nullable = 'NO' as "notNull", udt_name as type, column_default is not null as initial
  from information_schema.columns where table_schema = 'public' and table_name = $1 order by ordinal_position`;
const checks = `select conname as name from pg_constraint where contype = 'c' and conrelid = ('public.' || $1)::regclass order by 1`;
const unique = `select i.relname as name, a.attname as "column" from pg_index x join pg_class i on i.oid = x.indexrelid
  join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0] where x.indisunique and x.indrelid = ('public.' || $1)::regclass order by 1`;
const grants = `select lower(privilege_type) as verb from information_schema.role_table_grants
  where table_schema = 'public' and table_name = $1 and grantee = $2 order by 1`;

/** A column, constraint or grant that a migration adds has to be added to the mock. */
describe.each<[string, Table]>(Object.entries(tables))(
  "the mocked table %s is the one the migrations make",
  (name, table) => {
    let backend: Awaited<ReturnType<typeof startBackend>>;
    beforeAll(async () => {
      backend = await startBackend();
    });
    afterAll(() => backend.stop());
    const query = (sql: string, ...rest: string[]) =>
      withClient(
        backend.databaseUrl,
        async (client) => (await client.query<Record<string, unknown>>(sql, [name, ...rest])).rows,
      );

    it("has its columns, constraints and grants", async () => {
      expect(
        Object.entries(table.columns).map(([column, { type, notNull = false, initial }]) => ({
          name: column,
          notNull,
          type,
          initial: initial !== undefined,
        })),
      ).toEqual(await query(columns));
      expect(
        Object.keys(table.checks)
          .sort()
          .map((check) => ({ name: check })),
      ).toEqual(await query(checks));
      expect(
        Object.entries(table.unique)
          .sort()
          .map(([index, column]) => ({ name: index, column })),
      ).toEqual(await query(unique));
      expect([...table.authenticated].sort().map((verb) => ({ verb }))).toEqual(await query(grants, "authenticated"));
      expect(await query(grants, "anon")).toEqual([]);
    });
  },
);
